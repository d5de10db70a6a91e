import type { AccountName } from '@kith/domain/pipeline';
import type { Commit, Guard, Identifier, Umid } from '@kith/domain/identity';
import { accountKey, identifierDigest } from '../engine/keys.ts';
import { areTalliesAsRead } from './head-tallies.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** Whether everything that a commit takes for granted is still so; to be called in its transaction. */
export const preconditionsHold = (store: StoreCollections, account: AccountName, commit: Commit): boolean =>
  commit.profiles.every(({ value, expected }) => profileVersion(store, account, value.umid) === expected) &&
  commit.devices.every(({ value, expected }) => bindingVersion(store, account, value.umdid) === expected) &&
  commit.identifiers.every((put) => ownerOf(store, account, put) === put.expected) &&
  commit.guards.every((guard) => guardedVersion(store, account, guard) === guard.version) &&
  areTalliesAsRead(store, account, commit.tallies) &&
  consentIsNew(store, account, commit.consent);

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

/** The history is append-only: no sequence number is used twice, in the commit itself neither. */
const consentIsNew = (store: StoreCollections, account: AccountName, entries: Commit['consent']): boolean => {
  const keys = new Set(entries.map(({ umid, sequence }) => `${umid}:${sequence}`));
  if (keys.size !== entries.length) return false;
  return entries.every(
    ({ umid, sequence }) => store.consent.get(accountKey(account, umid, sequence)) === undefined,
  );
};
