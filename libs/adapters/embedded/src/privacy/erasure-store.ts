import { boundTo, type Device, type Umdid, type Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import { addCounts, type Erasure, isCleared } from '@kith/domain/privacy';
import type { Signal } from '@kith/platform';
import type { AccountErasure, ErasureStart, ErasureStore } from '@kith/ports';
import { appendAudit } from '../engine/audit-trail.ts';
import type { Environment } from '../engine/environment.ts';
import { accountKey, forwards, identifierDigest } from '../engine/keys.ts';
import { wantScrub } from '../engine/scrubber.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { StoredErasure } from '../engine/store-rows.ts';
import { topicsOf } from '../log/log-storage.ts';
import { putTallies, talliedSince } from '../profiles/head-tallies.ts';
import { removeItems } from '../profiles/outbox-rows.ts';
import { putChanges } from '../profiles/outbox.ts';
import { forgetOwned, ownedKeys } from '../profiles/ownership-index.ts';
import { removeProfile } from '../profiles/stored-profiles.ts';
import { bar, suppressedOf, timesSuppressedIn } from '../profiles/suppressions.ts';
import { clearLog } from './clear-log.ts';
import { clearUmid, holdsAnything } from './clear-umid.ts';

/**
 * Removes persons from the embedded store; `changed` is notified when an erasure left its change in the outbox, `ended`
 * when one ended and the file is to be scrubbed.
 */
export const createErasureStore = (
  environment: Environment,
  store: StoreCollections,
  changed: Signal,
  ended: Signal,
): ErasureStore => ({
  suppressed: ({ account, deadline }, keys) =>
    environment.read(deadline, () => suppressedOf(store, account, keys)),
  timesSuppressed: ({ account, deadline }) =>
    environment.read(deadline, () => timesSuppressedIn(store, account)),
  begin: ({ account, deadline }, beginning) =>
    environment.write(
      deadline,
      () => beginErasure(store, account, beginning),
      (outcome) => outcome === 'begun' && changed.notify(),
    ),
  unfinished: (deadline, limit) =>
    environment.read(deadline, () =>
      Array.from(store.erasures.entries({ ...forwards(), limit }), ({ key, value }): AccountErasure => ({
        account: String(key[0]),
        erasure: value.erasure,
      })),
    ),
  devices: ({ account, deadline }, umid, limit) =>
    environment.read(deadline, () => devicesOf(store, account, umid, limit)),
  removeDevices: ({ account, deadline }, id, umdids, suppressions) =>
    environment.write(deadline, () => {
      bar(store, account, suppressions);
      removeDevices(store, account, id, umdids);
    }),
  removeSome: ({ account, deadline }, id, limit) =>
    environment.write(deadline, () => removeSome(store, account, id, limit)),
  finish: ({ account, deadline }, id, entry) =>
    environment.write(
      deadline,
      () => {
        const key = accountKey(account, id);
        if (!store.erasures.has(key) || !appendAudit(store, account, entry)) return 'conflict';
        store.erasures.remove(key);
        wantScrub(store);
        return 'finished';
      },
      (outcome) => outcome === 'finished' && ended.notify(),
    ),
});

const beginErasure = (
  store: StoreCollections,
  account: AccountName,
  { erasure, version, identifiers, suppressions, change, tallies }: ErasureStart,
): 'begun' | 'conflict' => {
  const umids = new Set(erasure.umids);
  const present = store.profiles.get(accountKey(account, erasure.umids[0] ?? ''));
  if (present?.kind !== 'profile' || present.version !== version) return 'conflict';
  if (talliedSince(store, account, tallies).length > 0) return 'conflict';
  putTallies(store, account, tallies);
  bar(store, account, suppressions);
  removeProfile(store, account, present.umid);
  const released = identifiers.filter((identifier) => {
    const owned = accountKey(account, identifierDigest(identifier));
    const owner = store.identifiers.get(owned)?.umid;
    return owner !== undefined && umids.has(owner) && store.identifiers.remove(owned);
  });
  const removed = addCounts(erasure.removed, {
    profiles: 1,
    identifiers: released.length,
    changes: clearOutbox(store, account, umids),
  });
  putChanges(store, account, [change]);
  putErasure(store, account, { erasure: { ...erasure, removed }, topics: topicsOf(store), from: 0 });
  return 'begun';
};

/** The devices that were bound to a umid. */
export const devicesOf = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  limit: number,
): readonly Device[] =>
  ownedKeys(store, account, { umid, kind: 'device' }, limit).flatMap((umdid) => {
    const device = store.devices.get(accountKey(account, umdid));
    return device !== undefined && boundTo(device) === umid ? [device] : [];
  });

const removeDevices = (
  store: StoreCollections,
  account: AccountName,
  id: string,
  umdids: readonly Umdid[],
): void => {
  const devices = umdids.filter((umdid) => store.devices.remove(accountKey(account, umdid))).length;
  count(store, account, id, { devices });
};

const count = (
  store: StoreCollections,
  account: AccountName,
  id: string,
  counts: Partial<Erasure['removed']>,
): void => {
  const stored = storedErasure(store, account, id);
  if (stored === null) return;
  const removed = addCounts(stored.erasure.removed, counts);
  putErasure(store, account, { ...stored, erasure: { ...stored.erasure, removed } });
};

/** One umid after the other, then the log; a umid whose devices are not gone yet is not passed over. */
const removeSome = (
  store: StoreCollections,
  account: AccountName,
  id: string,
  limit: number,
): Erasure | null => {
  const stored = storedErasure(store, account, id);
  if (stored === null || isCleared(stored.erasure)) return stored?.erasure ?? null;
  const { erasure } = stored;
  const umid = erasure.umids[erasure.cleared]!;
  const removed = addCounts(erasure.removed, clearUmid(store, account, umid, limit));
  forgetStaleDevices(store, account, umid, limit);
  const looked = clearLog(store, { ...stored, erasure: { ...erasure, removed } }, limit);
  const isLast = erasure.cleared + 1 === erasure.umids.length;
  const mayPass = !holdsAnything(store, account, umid) && (!isLast || looked.topics.length === 0);
  const cleared = erasure.cleared + Number(mayPass);
  const next = { ...looked, erasure: { ...looked.erasure, cleared } };
  putErasure(store, account, next);
  return next.erasure;
};

/** Forgets hints to devices that have gone elsewhere, or are gone. */
export const forgetStaleDevices = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  limit: number,
): void => {
  for (const umdid of ownedKeys(store, account, { umid, kind: 'device' }, limit)) {
    const device = store.devices.get(accountKey(account, umdid));
    if (device === undefined || boundTo(device) !== umid) {
      forgetOwned(store, account, { umid, kind: 'device', key: umdid });
    }
  }
};

/** Removes what waits to be published about umids, but the word of the erasure; answers how much that was. */
const clearOutbox = (store: StoreCollections, account: AccountName, umids: ReadonlySet<Umid>): number =>
  removeItems(
    store,
    Infinity,
    (item) =>
      item.account === account && umids.has(item.change.umid) && item.change.type !== 'profile.erased',
  );

const storedErasure = (store: StoreCollections, account: AccountName, id: string): StoredErasure | null =>
  store.erasures.get(accountKey(account, id)) ?? null;

const putErasure = (store: StoreCollections, account: AccountName, stored: StoredErasure): void =>
  store.erasures.put(accountKey(account, stored.erasure.id), stored);
