import { randomUUID } from 'node:crypto';
import type { MakeAuditEntry, RefreshToken, SigningKey, User } from '@kith/ports';
import { randomAccount, randomName } from './ids.ts';
import { BUILT_AT } from './identity.ts';
import { anAuditEntry } from './privacy.ts';

export const aUser = (members: Partial<User> = {}): User => ({
  username: randomName('user'),
  passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
  createdAt: BUILT_AT,
  ...members,
});

export const aRefreshToken = (members: Partial<RefreshToken> = {}): RefreshToken => ({
  hash: randomName('hash'),
  account: randomAccount(),
  username: randomName('user'),
  sessionState: randomUUID(),
  name: '',
  createdAt: BUILT_AT,
  lastUsedAt: null,
  ...members,
});

/** A signing key whose text is no key: a store does not look into it. */
export const aSigningKey = (members: Partial<SigningKey> = {}): SigningKey => ({
  kid: randomName('kid'),
  privateKey: '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n',
  createdAt: BUILT_AT,
  signsFrom: BUILT_AT,
  ...members,
});

/** The entry of something that an administrator does; a store does not look into it. */
export const anAct =
  (reason = 'ticket 1'): MakeAuditEntry =>
  (head) =>
    anAuditEntry((head?.sequence ?? 0) + 1, { act: 'addUser', reason });
