import { z } from 'zod';
import { expressionSchema } from '../members/mapping-schema.ts';
import { memberName } from '../members/names.ts';

/** An own form of the payload. */
export const transformSchema = z.strictObject({
  jsonata: expressionSchema.describe(
    'Makes the payload of what would be handed on; where it makes nothing, nothing is handed on.',
  ),
});

const identifierOr = (name: string, what: string) =>
  memberName.optional().describe(`The identifier that holds ${what}, or its SHA-256: ${name}.`);

const matching = {
  email: identifierOr('email_sha256', 'the e-mail address'),
  phone: identifierOr('msisdn_sha256', 'the phone number with its country code'),
};

const metaConversions = z.strictObject({
  format: z.literal('metaConversions').describe("Server events of Meta's Conversions API."),
  ...matching,
  externalId: identifierOr('customerId', "the advertiser's own id of the person"),
  actionSource: z
    .enum(['email', 'phone_call', 'chat', 'physical_store', 'system_generated', 'other'])
    .default('system_generated')
    .describe('Where the events happen, in the words of Meta.'),
  testEventCode: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional()
    .describe("Shows the events in Meta's test tool alone."),
});

const googleCustomerMatch = z.strictObject({
  format: z
    .literal('googleCustomerMatch')
    .describe('Members of a user list of Google Ads, and their removal.'),
  ...matching,
  userList: z
    .string()
    .regex(/^customers\/\d+\/userLists\/\d+$/, 'must be customers/{customer}/userLists/{list}')
    .describe('The resource name of the list: customers/1234567890/userLists/99.'),
});

/** A public format. */
export const presetSchema = z.discriminatedUnion(
  'format',
  [metaConversions, googleCustomerMatch],
  'must have the format metaConversions or googleCustomerMatch',
);

export type PresetDocument = z.output<typeof presetSchema>;
