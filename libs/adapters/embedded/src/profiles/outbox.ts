import type { AccountName } from '@kith/domain/pipeline';
import { ALL_RANGES, rangeOf, type ChangeEvent, type EpochMs } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { Outbox, OutboxItem } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { forwards } from '../engine/keys.ts';
import { removeItems, waitingChanges } from './outbox-rows.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { StoredChange } from '../engine/store-rows.ts';

const NEXT = ['outbox'];

/** Leaves changes to be published; to be called in the transaction that made them. */
export const putChanges = (
  store: StoreCollections,
  account: AccountName,
  changes: readonly ChangeEvent[],
): void => {
  if (changes.length === 0) return;
  const first = store.nextPositions.get(NEXT) ?? 0;
  store.outbox.put(
    [first],
    changes.map((change, index): StoredChange => ({ position: first + index, account, change })),
  );
  store.nextPositions.put(NEXT, first + changes.length);
};

const itemOf = ({ position, account, change }: StoredChange): OutboxItem => ({
  key: String(position),
  account,
  change,
});

/** The outbox of the embedded store; `committed` is notified after every commit that left something here. */
export const createOutbox = (
  environment: Environment,
  store: StoreCollections,
  committed: Signal,
  clock: () => EpochMs,
): Outbox => ({
  pending: (deadline, limit, ranges = ALL_RANGES) =>
    environment.read(deadline, () =>
      waitingChanges(store, limit, ({ change }) => ranges.includes(rangeOf(change.umid))).map(itemOf),
    ),
  depth: (deadline) => environment.read(deadline, () => store.outbox.count(forwards())),
  published: (deadline, keys, until = Infinity) =>
    environment.write(deadline, () => {
      if (clock() >= until) return;
      const gone = new Set(keys.map(Number));
      const before = 1 + Math.max(-1, ...gone);
      removeItems(store, before, ({ position }) => gone.has(position));
    }),
  onCommit: (wake) => committed.listen(wake),
});
