import { z } from 'zod';
import { call, scopedCall } from '../calls/call.ts';
import { callerSchema } from './caller.ts';

const unknownAccount = z.object({ kind: z.literal('unknownAccount') });
const unknown = z.object({ kind: z.literal('unknown') });

const user = z.strictObject({ account: z.string(), username: z.string() });

const userAdded = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added') }),
  z.object({ kind: z.literal('exists') }),
  unknownAccount,
  z.object({ kind: z.literal('unfit'), member: z.enum(['username', 'password']) }),
]);

/** The users of an account; a hash of a password that an app let slip would be dropped here. */
const usersListed = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('users'),
    users: z.array(z.object({ username: z.string(), createdAt: z.number() })),
  }),
  unknownAccount,
]);

const passwordChanged = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), revokedTokens: z.number() }),
  unknown,
  unknownAccount,
  z.object({ kind: z.literal('unfit'), member: z.literal('password') }),
]);

const userRemoved = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('removed') }),
  unknown,
  unknownAccount,
]);

/** The calls of `kith user`. A change stands in the audit trail: made again it might stand there twice. */
export const userCalls = {
  add: call({
    path: '/internal/users/add',
    input: user.extend({ password: z.string(), caller: callerSchema }),
    output: userAdded,
    repeatable: false,
  }),
  list: scopedCall({
    path: '/internal/users/list',
    input: z.strictObject({}),
    output: usersListed,
    repeatable: true,
  }),
  changePassword: call({
    path: '/internal/users/change-password',
    input: user.extend({ password: z.string(), revokeTokens: z.boolean(), caller: callerSchema }),
    output: passwordChanged,
    repeatable: false,
  }),
  remove: call({
    path: '/internal/users/remove',
    input: user.extend({ caller: callerSchema }),
    output: userRemoved,
    repeatable: false,
  }),
};
