import { attributeCalls } from './attribute-calls.ts';
import { audienceCalls } from './audience-calls.ts';
import { credentialAuditCalls } from './audit-calls.ts';
import { consentCalls } from './consent-calls.ts';
import { deadLetterCalls } from './dead-letter-calls.ts';
import { destinationCalls } from './destination-calls.ts';
import { identityCalls } from './identity-calls.ts';
import { importCalls } from './import-calls.ts';
import { keyCalls } from './key-calls.ts';
import { privacyCalls } from './privacy-calls.ts';
import { userCalls } from './user-calls.ts';

/** What is asked of whoever writes profiles: the resolver, or a standalone app. */
export const resolverCalls = {
  administration: identityCalls,
  consent: consentCalls,
  privacy: privacyCalls,
  imports: importCalls,
  deadLetters: deadLetterCalls,
  audiences: audienceCalls,
  attributes: attributeCalls,
};

/** What is asked of whoever has the users and the keys that sign. */
export const credentialCalls = { users: userCalls, keys: keyCalls, credentialAudit: credentialAuditCalls };

/** What is asked of a standalone app, which has everything that its data directory holds. */
export const standaloneCalls = { ...resolverCalls, ...credentialCalls, destinations: destinationCalls };
