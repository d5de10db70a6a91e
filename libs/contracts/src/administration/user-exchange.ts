import { z } from 'zod';
import { callerSchema } from './caller.ts';

/** Where an app takes the calls of `kith user`; all begin with this. */
export const USERS_PREFIX = '/internal/users/';
export const ADD_USER_PATH = `${USERS_PREFIX}add`;
export const LIST_USERS_PATH = `${USERS_PREFIX}list`;
export const CHANGE_PASSWORD_PATH = `${USERS_PREFIX}change-password`;
export const REMOVE_USER_PATH = `${USERS_PREFIX}remove`;

const unknownAccount = z.object({ kind: z.literal('unknownAccount') });
const unknown = z.object({ kind: z.literal('unknown') });

export const addUserCallSchema = z.strictObject({
  account: z.string(),
  username: z.string(),
  password: z.string(),
  caller: callerSchema,
});

export const userAddedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added') }),
  z.object({ kind: z.literal('exists') }),
  unknownAccount,
  z.object({ kind: z.literal('unfit'), member: z.enum(['username', 'password']) }),
]);

export const listUsersCallSchema = z.strictObject({ account: z.string() });

/** The users of an account; a hash of a password that an app let slip would be dropped here. */
export const usersListedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('users'),
    users: z.array(z.object({ username: z.string(), createdAt: z.number() })),
  }),
  unknownAccount,
]);

export const changePasswordCallSchema = z.strictObject({
  account: z.string(),
  username: z.string(),
  password: z.string(),
  revokeTokens: z.boolean(),
  caller: callerSchema,
});

export const passwordChangedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), revokedTokens: z.number() }),
  unknown,
  unknownAccount,
  z.object({ kind: z.literal('unfit'), member: z.literal('password') }),
]);

export const removeUserCallSchema = z.strictObject({
  account: z.string(),
  username: z.string(),
  caller: callerSchema,
});

export const userRemovedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('removed') }),
  unknown,
  unknownAccount,
]);
