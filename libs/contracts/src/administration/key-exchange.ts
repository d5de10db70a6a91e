import { z } from 'zod';
import { callerSchema } from './caller.ts';

/** Where an app takes the calls of `kith keys`; all begin with this. */
export const KEYS_PREFIX = '/internal/keys/';
export const LIST_KEYS_PATH = `${KEYS_PREFIX}list`;
export const ROTATE_KEYS_PATH = `${KEYS_PREFIX}rotate`;
export const REVOKE_KEY_PATH = `${KEYS_PREFIX}revoke`;

/** A signing key; a private half that an app let slip would be dropped here. */
export const listedKeySchema = z.object({
  kid: z.string(),
  state: z.enum(['next', 'signing', 'verifying']),
  createdAt: z.number(),
  signsFrom: z.number(),
});

export const listKeysCallSchema = z.strictObject({});

export const keysListedSchema = z.array(listedKeySchema);

export const rotateKeysCallSchema = z.strictObject({ atOnce: z.boolean(), caller: callerSchema });

export const revokeKeyCallSchema = z.strictObject({ kid: z.string(), caller: callerSchema });

export const keyRevokedSchema = z.object({ kind: z.enum(['revoked', 'unknown', 'signing']) });
