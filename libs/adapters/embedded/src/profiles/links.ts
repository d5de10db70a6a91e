import type { AccountName } from '@kith/domain/pipeline';
import type { Link, Umid } from '@kith/domain/identity';
import { accountKey, backwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** The links that a umid has, most recent first. */
export const linksOf = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  limit: number,
): readonly Link[] => store.linksByTime.values({ ...backwards(account, umid), limit });

/** Records a link; an earlier sight never replaces a later one. */
export const putLink = (store: StoreCollections, account: AccountName, link: Link): void => {
  const key = accountKey(account, ...link.umids);
  const before = store.links.get(key);
  if (before !== undefined && before.lastSeen > link.lastSeen) return;
  const outdated = before === undefined ? [] : timeKeys(account, before);
  for (const timeKey of outdated) store.linksByTime.remove(timeKey);
  store.links.put(key, link);
  for (const timeKey of timeKeys(account, link)) store.linksByTime.put(timeKey, link);
};

/** Removes a link at both of its ends. */
export const removeLink = (store: StoreCollections, account: AccountName, link: Link): void => {
  store.links.remove(accountKey(account, ...link.umids));
  for (const timeKey of timeKeys(account, link)) store.linksByTime.remove(timeKey);
};

const timeKeys = (account: AccountName, { umids: [a, b], lastSeen }: Link) => [
  accountKey(account, a, lastSeen, b),
  accountKey(account, b, lastSeen, a),
];
