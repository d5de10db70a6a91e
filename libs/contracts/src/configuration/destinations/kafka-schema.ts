import { hasControlCharacter } from '@kith/domain/identity';
import { z } from 'zod';
import { uniqueList } from '../members/unique-list.ts';
import { allowPrivate, commonMembers } from './common-members.ts';
import { pathSchema } from './file-path.ts';

const broker = z.string().regex(/^[A-Za-z0-9._-]+:\d{1,5}$|^\[[0-9A-Fa-f:]+\]:\d{1,5}$/, 'must be host:port');

const login = z.strictObject({
  mechanism: z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).describe('How the user logs in.'),
  username: z
    .string()
    .min(1)
    .max(256)
    .refine((name) => !hasControlCharacter(name), 'has a control character')
    .describe('The user at the brokers.'),
  passwordFile: pathSchema.describe("The file that holds the user's password."),
});

const tls = z.union(
  [
    z.boolean(),
    z.strictObject({ caFile: pathSchema.describe('Certificates in PEM that the brokers are trusted by.') }),
  ],
  'must be true, false, or an object with caFile',
);

/** A topic of somebody's Kafka. */
export const kafkaSchema = z.strictObject({
  type: z.literal('kafka').describe('Appends to a topic, keyed by umid.'),
  ...commonMembers,
  brokers: uniqueList(broker).min(1).describe('Brokers as host:port.'),
  topic: z
    .string()
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$/, 'must be the name of a topic')
    .describe('The topic, which must be there.'),
  tls: tls.default(true).describe('Whether the brokers are reached by TLS, and by whose certificates.'),
  login: login.optional().describe('Who logs in at the brokers; nobody where it is left out.'),
  allowPrivate,
});

export type KafkaDocument = z.output<typeof kafkaSchema>;
