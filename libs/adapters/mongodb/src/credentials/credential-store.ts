import type { CredentialStore } from '@kith/ports';
import { createAuditRecord } from '../engine/audit-trail.ts';
import type { Connection } from '../engine/connection.ts';
import { loginFailures } from './login-failures.ts';
import { refreshTokens, refreshTokensOfUser } from './refresh-tokens.ts';
import { signingKeys } from './signing-keys.ts';
import { changingUsers, users } from './users.ts';

/** auth-token's data in a database of its own; `clock` in epoch milliseconds. */
export const createCredentialStore = (connection: Connection, clock: () => number): CredentialStore => ({
  ...createAuditRecord(connection),
  ...users(connection),
  ...changingUsers(connection),
  ...refreshTokens(connection),
  ...refreshTokensOfUser(connection),
  ...signingKeys(connection),
  ...loginFailures(connection, clock),
});
