import { credentialAuditCalls } from './audit-exchange.ts';
import { destinationCalls } from './destination-calls.ts';
import { keyCalls } from './key-calls.ts';
import { userCalls } from './user-calls.ts';

/** What is asked of whoever has the users and the keys that sign. */
export const credentialCalls = { users: userCalls, keys: keyCalls, credentialAudit: credentialAuditCalls };

/** What is asked of a standalone app and of nobody else: it has everything that the data directory holds. */
export const standaloneCalls = { ...credentialCalls, destinations: destinationCalls };
