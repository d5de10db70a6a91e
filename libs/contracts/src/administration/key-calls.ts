import { z } from 'zod';
import { call } from '../calls/call.ts';
import { callerSchema } from './caller.ts';

/** A signing key; a private half that an app let slip would be dropped here. */
const listedKey = z.object({
  kid: z.string(),
  state: z.enum(['next', 'signing', 'verifying']),
  createdAt: z.number(),
  signsFrom: z.number(),
});

/** The calls of `kith keys`. A change stands in the audit trail: made again it might stand there twice. */
export const keyCalls = {
  list: call({
    path: '/internal/keys/list',
    input: z.strictObject({}),
    output: z.array(listedKey),
    repeatable: true,
  }),
  rotate: call({
    path: '/internal/keys/rotate',
    input: z.strictObject({ atOnce: z.boolean(), caller: callerSchema }),
    output: listedKey,
    repeatable: false,
  }),
  revoke: call({
    path: '/internal/keys/revoke',
    input: z.strictObject({ kid: z.string(), caller: callerSchema }),
    output: z.object({ kind: z.enum(['revoked', 'unknown', 'signing']) }),
    repeatable: false,
  }),
};
