import { laneOf, type FailedParcel, type LaneName, type WaitingParcel } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { FailedPage, Parking } from '@kith/ports';
import type { DeliveryCollections } from '../engine/delivery-collections.ts';
import { accountKey, forwards, textDigest, type StoreKey } from '../engine/keys.ts';

/** Whose parcels they are. All that write here are to be called in a write transaction. */
export interface DeliveryPlace {
  readonly account: AccountName;
  readonly destination: string;
}

const keyOf = ({ account, destination }: DeliveryPlace, ...rest: (string | number)[]): StoreKey =>
  accountKey(account, destination, ...rest);

/** A removal does not go with the person: it is what tells the destination that the person has gone. */
const isOwned = ({ lane, umid }: Pick<WaitingParcel, 'lane' | 'umid'>): boolean => lane === laneOf(umid);

/** Puts a parcel behind the others of its lane. */
export const parkParcel = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  { parcel, dueAt }: Parking,
  now: number,
): void => {
  const known = store.lanes.get(keyOf(place, parcel.lane));
  const due = known === undefined ? (dueAt ?? now) : Math.min(known.dueAt, dueAt ?? Infinity);
  store.waitingParcels.put(keyOf(place, parcel.lane, parcel.place), parcel);
  setDue(store, place, parcel.lane, due);
  if (!isOwned(parcel)) return;
  store.parcelOwners.put(
    accountKey(place.account, parcel.umid, place.destination, 'lane', parcel.lane),
    true,
  );
};

/** Makes a lane due at another time, or ends it where nothing waits in it any more. */
export const setDue = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  lane: LaneName,
  dueAt: number,
): void => {
  const key = keyOf(place, lane);
  const known = store.lanes.get(key);
  if (known !== undefined) store.lanesByDue.remove(keyOf(place, known.dueAt, lane));
  const [first] = parcelsOf(store, place, lane, 1);
  if (first === undefined) {
    store.lanes.remove(key);
    return;
  }
  store.lanes.put(key, { dueAt });
  store.lanesByDue.put(keyOf(place, dueAt, lane), true);
};

/** The first parcels of a lane, in their order. */
export const parcelsOf = (
  store: DeliveryCollections,
  { account, destination }: DeliveryPlace,
  lane: LaneName,
  limit: number,
): readonly WaitingParcel[] =>
  store.waitingParcels.values({ ...forwards(account, destination, lane), limit });

/** Takes parcels out of their lane; those that were there. */
export const removeParcels = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  lane: LaneName,
  places: readonly string[],
): readonly WaitingParcel[] =>
  places.flatMap((one) => {
    const parcel = store.waitingParcels.get(keyOf(place, lane, one));
    if (parcel === undefined) return [];
    store.waitingParcels.remove(keyOf(place, lane, one));
    if (isOwned(parcel) && parcelsOf(store, place, lane, 1).length === 0) {
      store.parcelOwners.remove(accountKey(place.account, parcel.umid, place.destination, 'lane', lane));
    }
    return [parcel];
  });

/** Keeps a parcel that was laid aside, in the place of one that had its id. */
export const putFailed = (store: DeliveryCollections, place: DeliveryPlace, parcel: FailedParcel): void => {
  const digest = textDigest(parcel.id);
  removeFailed(store, place, digest);
  store.failedParcels.put(keyOf(place, parcel.failedAt, digest), parcel);
  store.failedById.put(keyOf(place, digest), parcel.failedAt);
  if (!isOwned(parcel)) return;
  store.parcelOwners.put(accountKey(place.account, parcel.umid, place.destination, 'failed', digest), true);
};

/** The parcel that was laid aside, null where there is none. */
export const removeFailed = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  digest: string,
): FailedParcel | null => {
  const failedAt = store.failedById.get(keyOf(place, digest));
  if (failedAt === undefined) return null;
  const parcel = store.failedParcels.get(keyOf(place, failedAt, digest)) ?? null;
  store.failedParcels.remove(keyOf(place, failedAt, digest));
  store.failedById.remove(keyOf(place, digest));
  if (parcel !== null) {
    store.parcelOwners.remove(accountKey(place.account, parcel.umid, place.destination, 'failed', digest));
  }
  return parcel;
};

/** A page of what was laid aside, the oldest first. */
export const failedOf = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  { after, limit }: FailedPage,
): readonly FailedParcel[] => {
  const behind = after === undefined ? null : keyOf(place, after.failedAt, textDigest(after.id));
  const start = behind === null ? {} : { start: behind };
  const range = { ...forwards(place.account, place.destination), ...start, limit: limit + 1 };
  return store.failedParcels
    .values(range)
    .filter(({ failedAt, id }) => failedAt !== after?.failedAt || id !== after.id)
    .slice(0, limit);
};

/** Removes what waits for a person's destinations or was laid aside, at most `limit`; how many it were. */
export const removeParcelsOf = (
  store: DeliveryCollections,
  account: AccountName,
  umid: Umid,
  limit: number,
): number => {
  let removed = 0;
  for (const key of store.parcelOwners.keys({ ...forwards(account, umid), limit })) {
    const [, , destination = '', kind, name = ''] = key.map(String);
    const place = { account, destination };
    if (kind === 'lane') removed += clearLane(store, place, name, limit - removed);
    else removed += Number(removeFailed(store, place, name) !== null);
    if (kind !== 'lane' || !store.lanes.has(keyOf(place, name))) store.parcelOwners.remove(key);
    if (removed >= limit) break;
  }
  return removed;
};

const clearLane = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  lane: LaneName,
  limit: number,
): number => {
  const places = parcelsOf(store, place, lane, limit).map((parcel) => parcel.place);
  removeParcels(store, place, lane, places);
  setDue(store, place, lane, store.lanes.get(keyOf(place, lane))?.dueAt ?? 0);
  return places.length;
};

/** Whether something of a person waits for a destination, or was laid aside. */
export const hasParcels = (store: DeliveryCollections, account: AccountName, umid: Umid): boolean =>
  store.parcelOwners.keys({ ...forwards(account, umid), limit: 1 }).length > 0;
