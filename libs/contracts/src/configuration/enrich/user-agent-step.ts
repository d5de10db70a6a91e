import type { UserAgentStep } from '@kith/domain/pipeline';
import { z } from 'zod';
import { commonMembers, compileCommon } from './common-members.ts';
import type { StepFormat } from './step-format.ts';

const NAMES = ['deviceName', 'deviceType', 'browserFamily', 'osFamily'] as const;

export const userAgentSchema = z.strictObject({
  type: z
    .literal('userAgent')
    .describe(
      'Device, browser and system by the User-Agent header: deviceName, deviceType, browserFamily, osFamily.',
    ),
  ...commonMembers,
});

/** Visitors share few user agents, and to read one costs more than to answer a request. */
export const userAgentFormat: StepFormat = {
  names: () => NAMES,
  cache: { ttlMs: 24 * 3_600_000, entries: 10_000 },
};

export const compileUserAgent = (document: z.output<typeof userAgentSchema>): UserAgentStep => ({
  type: 'userAgent',
  ...compileCommon(document, NAMES, userAgentFormat.cache),
});
