import { hasControlCharacter } from '@kith/domain/identity';
import { z } from 'zod';
import { beside, membersOf } from '../members/beside.ts';
import { allowPrivate, commonMembers } from './common-members.ts';
import { pathSchema } from './file-path.ts';

const HEADER_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const HEADER_VALUE = /^[\x20-\x7e]{1,1024}$/;

/** What the sender writes itself, and what belongs to the connection. */
const OWN_HEADERS: readonly string[] = [
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
];

const isPlainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${hash}` === '';
};

const headerName = z
  .string()
  .regex(HEADER_NAME, 'must be the name of a header in lower case')
  .refine((name) => !OWN_HEADERS.includes(name), 'is a header that Kith writes itself')
  .meta({ not: { enum: OWN_HEADERS } });

const headerValue = z.union(
  [
    z.string().regex(HEADER_VALUE, 'must be 1 to 1,024 printable characters'),
    z.strictObject({ file: pathSchema.describe('Holds the value.') }),
  ],
  'must be a text, or an object with file',
);

const authorization = z.strictObject({
  tokenFile: pathSchema.describe('The file with the token, which is read again for each call.'),
  in: z.enum(['header', 'query']).default('header').describe('Authorization: Bearer, or a query parameter.'),
  parameter: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/)
    .default('access_token')
    .describe('The name of the query parameter.'),
});

const isEncrypted = (destination: unknown): boolean => {
  const { url, allowPrivate: mayBePrivate } = membersOf(destination);
  return typeof url !== 'string' || mayBePrivate === true || !url.startsWith('http:');
};

const provesItself = (destination: unknown): boolean => {
  const { secretFile, authorization: token, preset } = membersOf(destination);
  return secretFile !== undefined || token !== undefined || preset !== undefined;
};

/** HTTPS POSTs to one address, signed by the Standard Webhooks scheme. */
export const webhookSchema = z
  .strictObject({
    type: z.literal('webhook').describe('Calls an address, a POST for each delivery.'),
    ...commonMembers,
    url: z
      .string()
      .max(2_048)
      // Parsers of URLs take line ends away: another address would be called than the one that is read.
      .refine((text) => !hasControlCharacter(text), 'has a line end or another control character')
      .refine(isPlainAddress, 'must be an address that begins with https://, without a login and without #')
      .describe('The address; http:// only together with allowPrivate.'),
    secretFile: pathSchema
      .optional()
      .describe(
        'The secrets that sign (whsec_...), one per line or a JSON array: the first and older ones, all of which sign.',
      ),
    authorization: authorization.optional().describe('A token that the receiver asks for.'),
    headers: z
      .record(headerName, headerValue)
      .default({})
      .describe('Further headers by name: a text, or the file that holds it.'),
    timeoutMs: z
      .int()
      .min(100)
      .max(15_000)
      .default(15_000)
      .describe('Milliseconds in which the receiver must answer.'),
    allowPrivate,
  })
  .refine(isEncrypted, {
    path: ['url'],
    error: 'must begin with https:// unless allowPrivate is true',
    ...beside,
  })
  .refine(provesItself, {
    path: ['secretFile'],
    error: 'is missing: the receiver could not tell who calls (or give authorization, or a preset)',
    ...beside,
  });

export type WebhookDocument = z.output<typeof webhookSchema>;
