import { credentialAuditCalls } from './audit-exchange.ts';
import { keyCalls } from './key-calls.ts';
import { userCalls } from './user-calls.ts';

/** What is asked of whoever has the users and the keys that sign. */
export const credentialCalls = { users: userCalls, keys: keyCalls, credentialAudit: credentialAuditCalls };
