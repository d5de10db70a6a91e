import { z } from 'zod';
import { checkAccount } from './account-checks.ts';
import { attributeSchema } from './attribute-schema.ts';
import { identifierSchema } from './identifier-schema.ts';
import { identifierName, memberName, pipelineName } from './names.ts';
import { pipelineSchema } from './pipeline-schema.ts';

const unique = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const TWICE = 'names something twice';

const version = z.int().min(0).max(2_147_483_647);

const notificationSchema = z
  .strictObject({
    versions: z.array(version).min(1).refine(unique, TWICE),
    current: version,
    covers: z.array(memberName).refine(unique, TWICE),
    uxvariants: z.array(memberName).refine(unique, TWICE).default([]),
  })
  .refine(({ versions, current }) => versions.includes(current), {
    path: ['current'],
    message: 'must be one of the versions',
  });

export type NotificationDocument = z.output<typeof notificationSchema>;

const duration = z.string().regex(/^[1-9]\d{0,4}d$/, 'must be a number of days: 395d');

/** One tenant. */
export const accountSchema = z
  .strictObject({
    owner: z.string().min(1).max(256),
    identifiers: z.record(identifierName, identifierSchema).default({}),
    blockedValues: z.array(z.string().min(1).max(512)).default([]),
    permissions: z.array(memberName).refine(unique, TWICE).default([]),
    notifications: z.record(memberName, notificationSchema).default({}),
    linking: z.array(z.enum(['sharedIdentifier', 'sameDevice'])).default([]),
    attributes: z.record(memberName, attributeSchema).default({}),
    mergePermissions: z.enum(['latest', 'identifiedWithdrawalWins']).default('latest'),
    retention: z.strictObject({ events: duration.optional(), visitors: duration.optional() }).optional(),
    segments: z.record(memberName, z.string().min(1)).default({}),
    pipelines: z.record(pipelineName, pipelineSchema).default({}),
    destinations: z.array(z.looseObject({ type: z.string().min(1) })).default([]),
  })
  .superRefine(checkAccount);

export type AccountDocument = z.output<typeof accountSchema>;
