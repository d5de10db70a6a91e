import { z } from 'zod';

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' });

const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time' });

const identifier = z.object({ name: z.string(), value: z.string() });
const status = z.record(z.string(), z.boolean());

const notification = z.object({
  name: z.string(),
  version: z.int(),
  uxvariant: z.string().optional(),
  permissions: z.array(z.string()),
  date: time,
});

/** The sections of an answer; one that was not asked for, or may not be read, is absent. */
export const infoSectionsSchema = z.object({
  identifiers: z.array(identifier).optional().describe('Direct identifiers of the profile.'),
  nextBestIdentifiers: z.array(identifier).optional().describe('Identifiers of linked profiles.'),
  permissions: status.optional().describe('The permissions that were decided.'),
  permissionsLastModification: z.record(z.string(), time).optional(),
  notificationHistory: z.array(notification).optional().describe('Newest first.'),
  notificationStatus: status
    .optional()
    .describe(
      'Whether all notifications that cover a permission were acknowledged in their current version.',
    ),
  attributes: z.record(z.string(), z.string()).optional(),
});

/** The response object of an info request (docs/behaviour.md#the-response). */
export const infoAnswerSchema = z.object({
  umid: uuid.describe('Unified Marketing Identifier: names the profile.'),
  state: z.literal([0, 1]).describe('0 anonymous visitor, 1 identified customer.'),
  ...infoSectionsSchema.shape,
});
