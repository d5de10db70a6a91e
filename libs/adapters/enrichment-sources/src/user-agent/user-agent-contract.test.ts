import type { UserAgentStep } from '@kith/domain/pipeline';
import { anEnrichmentStep, defineEnrichmentSourceContract } from '@kith/testing';
import { createUserAgentSource } from './user-agent-source.ts';

const names = ['deviceName', 'deviceType', 'browserFamily', 'osFamily'];

defineEnrichmentSourceContract<UserAgentStep>(async () => ({
  adapter: {
    source: createUserAgentSource(),
    step: { type: 'userAgent', ...anEnrichmentStep(names) },
    known: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
    unknown: { userAgent: 'unheard of' },
  },
  close: async () => undefined,
}));
