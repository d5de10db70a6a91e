import type { DestinationState, Scope } from '@kith/ports';
import type { DeliveryCollections, DestinationRow } from './delivery-collections.ts';
import { accountKey } from './keys.ts';
import type { StoreKey } from './keys.ts';
import type { DeliveryPlace } from './stored-parcels.ts';

export const placeOf = ({ account }: Scope, destination: string): DeliveryPlace => ({ account, destination });

const keyOf = ({ account, destination }: DeliveryPlace): StoreKey => accountKey(account, destination);

export const rowOf = (store: DeliveryCollections, place: DeliveryPlace): DestinationRow | undefined =>
  store.destinations.get(keyOf(place));

export const putRow = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  row: DestinationRow,
): DestinationRow => {
  store.destinations.put(keyOf(place), row);
  return row;
};

/** Without who holds it. */
export const stateOf = ({ holder: _holder, heldUntil: _until, ...state }: DestinationRow): DestinationState =>
  state;

/** The row; made where nobody has opened the destination yet. */
export const openRow = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  first: Pick<DestinationState, 'isPaused' | 'since'>,
): DestinationRow => {
  const known = rowOf(store, place);
  // What was held before anybody opened it has no beginning yet.
  if (known !== undefined && known.round > 0) return known;
  const held = { holder: known?.holder ?? null, heldUntil: known?.heldUntil ?? 0 };
  return putRow(store, place, { ...first, round: 1, takenAt: {}, reviewed: null, ...held });
};

const NOT_OPENED = { isPaused: false, since: 0, round: 0, takenAt: {}, reviewed: null };

/** Whether it is the holder's from now on. */
export const holdUntil = (
  store: DeliveryCollections,
  place: DeliveryPlace,
  holder: string,
  now: number,
  forMs: number,
): boolean => {
  const row = rowOf(store, place) ?? { ...NOT_OPENED, holder: null, heldUntil: 0 };
  const isFree = row.holder === null || row.holder === holder || row.heldUntil <= now;
  if (isFree) putRow(store, place, { ...row, holder, heldUntil: now + forMs });
  return isFree;
};
