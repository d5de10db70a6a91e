import { z } from 'zod';
import { checkAccount } from './account-checks.ts';
import { attributeSchema } from './attribute-schema.ts';
import { destinationsSchema } from './destinations/destination-schema.ts';
import { identifierSchema } from './identifier-schema.ts';
import { beside, membersOf } from './members/beside.ts';
import { expressionSchema } from './members/mapping-schema.ts';
import { identifierName, memberName, pipelineName } from './members/names.ts';
import { uniqueList } from './members/unique-list.ts';
import { pipelineSchema } from './pipeline-schema.ts';
import { retentionSchema } from './retention-schema.ts';

/** The most segments of an account: an answer that shows attributes evaluates them all. */
const MAX_SEGMENTS = 64;

/** Segments by name: conditions over profile and activity. */
const segmentsSchema = z
  .record(memberName, expressionSchema)
  .refine(
    (segments) => Object.keys(segments).length <= MAX_SEGMENTS,
    `must have at most ${MAX_SEGMENTS} members`,
  )
  .meta({ maxProperties: MAX_SEGMENTS });

const version = z.int().min(0).max(2_147_483_647);

const isCurrentConfigured = (notification: unknown): boolean => {
  const { versions, current } = membersOf(notification);
  return !Array.isArray(versions) || typeof current !== 'number' || versions.includes(current);
};

const notificationSchema = z
  .strictObject({
    versions: uniqueList(version).min(1).describe('The versions that visitors may acknowledge.'),
    current: version.describe('The version whose acknowledgement counts; one of the versions.'),
    covers: uniqueList(memberName).describe('The permissions that the notification tells about.'),
    uxvariants: uniqueList(memberName).default([]).describe('The forms in which it is shown.'),
  })
  .refine(isCurrentConfigured, { path: ['current'], error: 'must be one of the versions', ...beside });

export type NotificationDocument = z.output<typeof notificationSchema>;

/** An account: one tenant with its identifiers, permissions and pipelines. */
export const accountSchema = z
  .strictObject({
    owner: z.string().min(1).max(256).describe('The owner of its profiles, as GraphQL shows it.'),
    identifiers: z
      .record(identifierName, identifierSchema)
      .default({})
      .describe('The identifiers of persons and devices by name, and how each identifies.'),
    blockedValues: z
      .array(z.string().min(1).max(512))
      .default([])
      .describe('Values that never identify anybody, beside the built-in ones.'),
    permissions: uniqueList(memberName).default([]).describe('The permissions that visitors may decide.'),
    notifications: z
      .record(memberName, notificationSchema)
      .default({})
      .describe('The consent notifications that visitors may acknowledge, by name.'),
    linking: z
      .array(z.enum(['sharedIdentifier', 'sameDevice']))
      .default([])
      .describe('What links profiles, so that each is the next best of the other.'),
    attributes: z
      .record(memberName, attributeSchema)
      .default({})
      .describe('Attributes of profiles by name: computed from tracking events, or imported.'),
    mergePermissions: z
      .enum(['latest', 'identifiedWithdrawalWins'])
      .default('latest')
      .describe(
        'Whose permission wins when profiles merge: the latest, or a withdrawal made while identified over a grant given as a visitor.',
      ),
    retention: retentionSchema.optional().describe('How long data are kept.'),
    segments: segmentsSchema
      .default({})
      .describe('Segments by name: conditions in JSONata over profile and activity.'),
    pipelines: z
      .record(pipelineName, pipelineSchema)
      .default({})
      .describe('Entry points by name, which stands in the path and is unique over all accounts.'),
    destinations: destinationsSchema.default([]).describe('Where changes and events are handed on to.'),
  })
  .superRefine(checkAccount, beside);

export type AccountDocument = z.output<typeof accountSchema>;
