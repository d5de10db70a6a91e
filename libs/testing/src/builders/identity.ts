import {
  EMPTY_COMMIT,
  type ChangeEvent,
  type Commit,
  type Device,
  type Identifier,
  type IdentifierPut,
  type Link,
  type Profile,
  type Put,
  type Redirect,
  type Umid,
} from '@kith/domain/identity';
import { randomName, randomProfileId, randomUmdid, randomUmid } from './ids.ts';

/** The time of everything that a builder makes, unless the test says otherwise: 2026-01-01T00:00:00Z. */
export const BUILT_AT = Date.UTC(2026, 0, 1);

/** A visitor's living profile at version 1. */
export const aProfile = (members: Partial<Profile> = {}): Profile => ({
  kind: 'profile',
  umid: randomUmid(),
  profileId: randomProfileId(),
  state: 'visitor',
  source: 'web',
  createdAt: BUILT_AT,
  changedAt: BUILT_AT,
  lastSeenAt: BUILT_AT,
  version: 1,
  identifiers: [],
  formerIdentifiers: [],
  permissions: {},
  acknowledged: [],
  recentAcknowledgements: [],
  consentHead: null,
  absorbed: [],
  ...members,
});

/** What a merge leaves under a umid. */
export const aRedirect = (umid: Umid, to: Umid, members: Partial<Redirect> = {}): Redirect => ({
  kind: 'redirect',
  umid,
  to,
  version: 1,
  journal: null,
  ...members,
});

export const aDevice = (members: Partial<Device> = {}): Device => ({
  umdid: randomUmdid(),
  umid: randomUmid(),
  identifiedBy: 0,
  bindingVersion: 1,
  firstSeen: BUILT_AT,
  lastSeen: BUILT_AT,
  retryKeys: [],
  ...members,
});

export const anIdentifier = (members: Partial<Identifier> = {}): Identifier => ({
  name: 'customerId',
  value: randomName('customer'),
  ...members,
});

/** A link of two umids in either order. */
export const aLink = (a: Umid, b: Umid, members: Partial<Link> = {}): Link => ({
  umids: a < b ? [a, b] : [b, a],
  why: 'sharedIdentifier',
  lastSeen: BUILT_AT,
  ...members,
});

export const aChange = (members: Partial<ChangeEvent> = {}): ChangeEvent => ({
  id: randomName('change'),
  type: 'profile.created',
  umid: randomUmid(),
  profileVersion: 1,
  at: BUILT_AT,
  detail: {},
  ...members,
});

/** A commit of nothing but the named parts. */
export const aCommit = (parts: Partial<Commit>): Commit => ({ ...EMPTY_COMMIT, ...parts });

/** Puts a value where nothing may be yet. */
export const fresh = <T>(value: T): Put<T> => ({ value, expected: null });

/** Puts a value in the place of one with that version. */
export const replacing = <T>(value: T, expected: number): Put<T> => ({ value, expected });

/** Gives an identifier that nobody has to a umid. */
export const newIdentifier = (
  { name, value }: Identifier,
  umid: Umid,
  expected: Umid | null = null,
): IdentifierPut => ({ name, value, umid, expected });
