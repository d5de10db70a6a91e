import type { HeadTally } from '@kith/domain/consent';
import type { Commit, Device, Guard, IdentifierPut, Put, StoredProfile } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { AccountCommit, ConflictKey } from '@kith/ports';
import {
  deviceDocument,
  holderDocument,
  identifierDocument,
  linkDocuments,
  profileDocument,
} from '../engine/identity-documents.ts';
import { deviceKey, identifierKey, ownedBy, profileKey } from '../engine/identity-keys.ts';
import { identifierDigest } from '../engine/keys.ts';
import { putTally } from './head-tallies.ts';
import { BY_KEY, putLatest, putVersioned, type UpdateStatement } from '../engine/write.ts';

/** A statement of a commit: `upsert` where it takes for granted that its document is not there. */
export interface CommitStatement extends UpdateStatement {
  /** What was otherwise, where it does not find what it takes for granted; null where it takes nothing for granted. */
  readonly about: ConflictKey | null;
}

/** What commits write into the identity collection but releases; those most likely to fail come first. */
export const commitStatements = (commits: readonly AccountCommit[]): readonly CommitStatement[] =>
  commits.flatMap(({ account, commit }) => [
    ...commit.profiles.map((put) => putProfile(account, put)),
    ...commit.devices.map((put) => putDevice(account, put)),
    ...commit.identifiers.map((put) => putIdentifier(account, put)),
    ...commit.guards.map((guard) => mark(account, guard)),
    ...commit.tallies.map((put) => tallyStatement(account, put)),
    ...commit.shared.map((holding) => ({ ...putLatest(holderDocument(account, holding)), about: null })),
    ...commit.links.flatMap((link) =>
      linkDocuments(account, link).map((document) => ({ ...putLatest(document), about: null })),
    ),
  ]);

const putProfile = (account: AccountName, { value, expected }: Put<StoredProfile>): CommitStatement => ({
  ...putVersioned(profileDocument(account, value), expected),
  about: { account, kind: 'profile', umid: value.umid },
});

const putDevice = (account: AccountName, { value, expected }: Put<Device>): CommitStatement => ({
  ...putVersioned(deviceDocument(account, value), expected),
  about: { account, kind: 'device', umdid: value.umdid },
});

/** No key is empty: a statement that looks for this owner finds none. */
const NOBODY = '';

const putIdentifier = (account: AccountName, put: IdentifierPut): CommitStatement => {
  const document = identifierDocument(account, put);
  const of = put.expected === null ? NOBODY : ownedBy(account, 'identifier', put.expected);
  const { name, value } = put;
  return {
    q: { _id: document._id, of },
    u: document,
    upsert: put.expected === null,
    ...(put.expected === null ? {} : { hint: BY_KEY }),
    about: { account, kind: 'identifier', name, value },
  };
};

const tallyStatement = (account: AccountName, put: Put<HeadTally>): CommitStatement => ({
  ...putTally(account, put),
  about: { account, kind: 'headTally', bucket: put.value.bucket },
});

/** A transaction sees one moment but meets only those who write the same: what it relies on, it marks. */
const mark = (account: AccountName, guard: Guard): CommitStatement => {
  const key = guard.kind === 'profile' ? profileKey(account, guard.umid) : deviceKey(account, guard.umdid);
  const { version, ...about } = guard;
  return {
    q: { _id: key, version },
    u: { $inc: { guarded: 1 } },
    upsert: false,
    about: { account, ...about },
  };
};

/** What is removed for identifiers that belong to nobody any more: unless the same commit gives them to somebody. */
export const releaseFilters = ({ account, commit }: AccountCommit) => {
  if (commit.released.length === 0) return [];
  const given = new Set(commit.identifiers.map(identifierDigest));
  return commit.released
    .filter((release) => !given.has(identifierDigest(release)))
    .map((release) => ({
      _id: identifierKey(account, release),
      of: { $in: release.from.map((umid) => ownedBy(account, 'identifier', umid)) },
    }));
};

/** Whether a commit has nothing but statements. */
export const hasOnlyStatements = ({ released, consent, changes }: Commit): boolean =>
  released.length + consent.length + changes.length === 0;
