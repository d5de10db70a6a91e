import type { DestinationPlace, DestinationState } from '@kith/ports';
import type { DestinationCollections, DestinationRow } from '../engine/destination-collections.ts';
import { accountKey, forwards, type StoreKey } from '../engine/keys.ts';

const keyOf = ({ account, destination }: DestinationPlace): StoreKey => accountKey(account, destination);

export const rowOf = (store: DestinationCollections, place: DestinationPlace): DestinationRow | undefined =>
  store.destinations.get(keyOf(place));

export const putRow = (
  store: DestinationCollections,
  place: DestinationPlace,
  row: DestinationRow,
): DestinationRow => {
  store.destinations.put(keyOf(place), row);
  return row;
};

/** Without who holds it. */
export const stateOf = ({
  holder: _holder,
  heldUntil: _until,
  takenBefore: _before,
  ...state
}: DestinationRow): DestinationState => ({ ...state, owedSince: state.owedSince ?? state.since });

/** The row; made where nobody has opened the destination yet. */
export const openRow = (
  store: DestinationCollections,
  place: DestinationPlace,
  first: Pick<DestinationState, 'isPaused' | 'since'>,
): DestinationRow => {
  const known = rowOf(store, place);
  // What was held before anybody opened it has no beginning yet.
  if (known !== undefined && known.round > 0) return known;
  const held = { holder: known?.holder ?? null, heldUntil: known?.heldUntil ?? 0 };
  const owed = { owedSince: first.since };
  return putRow(store, place, { ...first, ...owed, round: 1, takenAt: {}, reviewed: null, ...held });
};

/** Up to which position rounds of before have taken a partition. */
export const takenBefore = (
  store: DestinationCollections,
  place: DestinationPlace,
  topic: string,
  partition: number,
): number => rowOf(store, place)?.takenBefore?.[partitionName(topic, partition)] ?? 0;

/** Begins another round: the positions of this one become what was taken before. */
export const beginRound = (store: DestinationCollections, place: DestinationPlace, since: number): void => {
  const row = openRow(store, place, { isPaused: false, since });
  const before = { ...row.takenBefore };
  const positions = [...store.deliveryPositions.entries(forwards(place.account, place.destination))];
  for (const { key, value } of positions) {
    const name = partitionName(String(key[2]), Number(key[3]));
    before[name] = Math.max(before[name] ?? 0, value);
    store.deliveryPositions.remove(key);
  }
  const owedSince = Math.min(stateOf(row).owedSince, since);
  putRow(store, place, {
    ...row,
    since,
    owedSince,
    round: row.round + 1,
    takenAt: {},
    takenBefore: before,
  });
};

const partitionName = (topic: string, partition: number): string => `${topic}/${partition}`;

const NOT_OPENED = { isPaused: false, since: 0, round: 0, takenAt: {}, reviewed: null };

/** Whether the lease is the holder's from now on. */
export const acquireLease = (
  store: DestinationCollections,
  place: DestinationPlace,
  { holder, now, forMs }: { readonly holder: string; readonly now: number; readonly forMs: number },
): boolean => {
  const row = rowOf(store, place) ?? { ...NOT_OPENED, holder: null, heldUntil: 0 };
  const isFree = row.holder === null || row.holder === holder || row.heldUntil <= now;
  if (isFree) putRow(store, place, { ...row, holder, heldUntil: now + forMs });
  return isFree;
};
