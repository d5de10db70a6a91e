import type { AccountName } from '@kith/domain/pipeline';
import type { Commit, Guard, Identifier, Umid } from '@kith/domain/identity';
import type { ConflictKey } from '@kith/ports';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** What is not as a commit takes it for granted; to be called in its transaction. */
export const conflictsOf = (
  store: StoreCollections,
  account: AccountName,
  commit: Commit,
): readonly ConflictKey[] => {
  const profile = (umid: Umid): ConflictKey => ({ account, kind: 'profile', umid });
  return [
    ...commit.profiles
      .filter(({ value, expected }) => profileVersion(store, account, value.umid) !== expected)
      .map(({ value }) => profile(value.umid)),
    ...commit.devices
      .filter(({ value, expected }) => bindingVersion(store, account, value.umdid) !== expected)
      .map(({ value: { umdid } }): ConflictKey => ({ account, kind: 'device', umdid })),
    ...commit.identifiers
      .filter((put) => ownerOf(store, account, put) !== put.expected)
      .map(({ name, value }): ConflictKey => ({ account, kind: 'identifier', name, value })),
    ...commit.guards
      .filter((guard) => guardedVersion(store, account, guard) !== guard.version)
      .map((guard) =>
        guard.kind === 'profile' ? profile(guard.umid) : { account, kind: guard.kind, umdid: guard.umdid },
      ),
    ...knownConsent(store, account, commit.consent).map(profile),
  ];
};

const profileVersion = (store: StoreCollections, account: AccountName, umid: string): number | null =>
  store.profiles.get(accountKey(account, umid))?.version ?? null;

const bindingVersion = (store: StoreCollections, account: AccountName, umdid: string): number | null =>
  store.devices.get(accountKey(account, umdid))?.bindingVersion ?? null;

const guardedVersion = (store: StoreCollections, account: AccountName, guard: Guard): number | null =>
  guard.kind === 'profile'
    ? profileVersion(store, account, guard.umid)
    : bindingVersion(store, account, guard.umdid);

const ownerOf = (store: StoreCollections, account: AccountName, identifier: Identifier): Umid | null =>
  store.identifiers.get(accountKey(account, identifierDigest(identifier)))?.umid ?? null;

/**
 * The umids whose entries would not be new: the history is append-only, no sequence number is used twice, in the
 * commit itself neither.
 */
const knownConsent = (
  store: StoreCollections,
  account: AccountName,
  entries: Commit['consent'],
): readonly Umid[] => {
  const keys = new Set<string>();
  return entries
    .filter(({ umid, sequence }) => {
      const key = `${umid}:${sequence}`;
      const isKnown = keys.has(key) || store.consent.get(accountKey(account, umid, sequence)) !== undefined;
      keys.add(key);
      return isKnown;
    })
    .map(({ umid }) => umid as Umid);
};
