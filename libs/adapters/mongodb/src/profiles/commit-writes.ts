import type { AccountName } from '@kith/domain/pipeline';
import type { Commit, IdentifierPut, Release } from '@kith/domain/identity';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import { tallyWrites } from './head-tallies.ts';
import { outboxWrites } from './outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import {
  consentDocument,
  deviceDocument,
  holderDocument,
  identifierDocument,
  linkDocuments,
  profileDocument,
} from '../engine/stored-values.ts';
import {
  deletes,
  inserts,
  putLatest,
  putVersioned,
  updates,
  type UpdateStatement,
  type Write,
} from '../engine/write.ts';

/** What a commit writes, its preconditions in the statements themselves; those most likely to fail come first. */
export const commitWrites = (account: AccountName, commit: Commit): readonly Write[] => {
  const profiles = commit.profiles.map(({ value, expected }) =>
    putVersioned(profileDocument(account, value), expected),
  );
  const devices = commit.devices.map(({ value, expected }) =>
    putVersioned(deviceDocument(account, value), expected),
  );
  const identifiers = commit.identifiers.map((put) => putIdentifier(account, put));
  const consent = commit.consent.map((entry) => consentDocument(account, entry));
  const holders = commit.shared.map((holding) => putLatest(holderDocument(account, holding)));
  const links = commit.links.flatMap((link) => linkDocuments(account, link).map(putLatest));
  return [
    ...updates(COLLECTIONS.profiles, profiles, true),
    ...updates(COLLECTIONS.devices, devices, true),
    ...updates(COLLECTIONS.identifiers, identifiers, true),
    ...guards(account, commit),
    ...tallyWrites(account, commit.tallies),
    ...deletes(COLLECTIONS.identifiers, releases(account, commit)),
    ...inserts(COLLECTIONS.consentHistory, consent),
    ...updates(COLLECTIONS.holders, holders, false),
    ...updates(COLLECTIONS.links, links, false),
    ...outboxWrites(commit.changes.map((change) => ({ account, change }))),
  ];
};

/** A transaction sees one moment but meets only those who write the same: what it relies on, it marks. */
const guards = (account: AccountName, commit: Commit): readonly Write[] => {
  const marked = (key: string, version: number): UpdateStatement => ({
    q: { _id: key, version },
    u: { $inc: { guarded: 1 } },
    upsert: false,
  });
  const profiles = commit.guards.flatMap((guard) =>
    guard.kind === 'profile' ? [marked(accountKey(account, guard.umid), guard.version)] : [],
  );
  const devices = commit.guards.flatMap((guard) =>
    guard.kind === 'device' ? [marked(accountKey(account, guard.umdid), guard.version)] : [],
  );
  return [...updates(COLLECTIONS.profiles, profiles, true), ...updates(COLLECTIONS.devices, devices, true)];
};

/** No key is empty: a statement that looks for this owner finds none. */
const NOBODY = '';

const putIdentifier = (account: AccountName, put: IdentifierPut): UpdateStatement => {
  const document = identifierDocument(account, put);
  const target = put.expected === null ? NOBODY : accountKey(account, put.expected);
  return { q: { _id: document._id, target }, u: document, upsert: put.expected === null };
};

/** An identifier that the same commit gives to somebody is not released after all. */
const releases = (account: AccountName, { released, identifiers }: Commit) => {
  const given = new Set(identifiers.map(identifierDigest));
  return released
    .filter((release) => !given.has(identifierDigest(release)))
    .map((release) => releaseFilter(account, release));
};

const releaseFilter = (account: AccountName, release: Release) => ({
  _id: accountKey(account, identifierDigest(release)),
  target: { $in: release.from.map((umid) => accountKey(account, umid)) },
});
