import type { AccountName } from '@kith/domain/pipeline';
import type { Commit, IdentifierPut, Release, StoredProfile } from '@kith/domain/identity';
import { putOwned, putDevice } from './ownership-index.ts';
import { putTallies } from './head-tallies.ts';
import { keepIdle } from './idle-visitors.ts';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import { putLink } from './links.ts';
import { putChanges } from './outbox.ts';
import { putHolding } from './shared-holders.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import { keepPlaces } from './stored-profiles.ts';

/** Writes a commit whose preconditions hold; to be called in the transaction that checked them. */
export const writeCommit = (store: StoreCollections, account: AccountName, commit: Commit): void => {
  for (const release of commit.released) releaseIdentifier(store, account, release);
  for (const put of commit.identifiers) putIdentifier(store, account, put);
  for (const { value, expected } of commit.profiles) putProfile(store, account, value, expected === null);
  for (const { value } of commit.devices) putDevice(store, account, value);
  for (const holding of commit.shared) putHolding(store, account, holding);
  for (const link of commit.links) putLink(store, account, link);
  for (const entry of commit.consent) {
    store.consent.put(accountKey(account, entry.umid, entry.sequence), entry);
  }
  putTallies(store, account, commit.tallies);
  putChanges(store, account, commit.changes);
};

/** Makes an identifier belong to a umid. */
export const putIdentifier = (
  store: StoreCollections,
  account: AccountName,
  { name, value, umid }: Omit<IdentifierPut, 'expected'>,
): void => {
  const digest = identifierDigest({ name, value });
  store.identifiers.put(accountKey(account, digest), { name, value, umid });
  putOwned(store, account, { umid, kind: 'identifier', key: digest });
};

/**
 * Stores a profile or a redirect; `isNew` spares the look at what was there. Where a redirect is new, an old shortcut
 * leads astray.
 */
export const putProfile = (
  store: StoreCollections,
  account: AccountName,
  value: StoredProfile,
  isNew: boolean,
): void => {
  const key = accountKey(account, value.umid);
  keepPlaces(store, account, value, isNew ? undefined : store.profiles.get(key));
  store.profiles.put(key, value);
  keepIdle(store, account, value, isNew);
  if (value.kind === 'redirect') store.shortcuts.remove(key);
};

const releaseIdentifier = (store: StoreCollections, account: AccountName, release: Release): void => {
  const key = accountKey(account, identifierDigest(release));
  const owned = store.identifiers.get(key);
  if (owned !== undefined && release.from.includes(owned.umid)) store.identifiers.remove(key);
};
