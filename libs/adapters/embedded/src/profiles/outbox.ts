import type { AccountName } from '@kith/domain/pipeline';
import type { ChangeEvent } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { Outbox } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { removeItems, waitingItems } from './outbox-rows.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

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
    changes.map((change, index) => ({ position: first + index, account, change })),
  );
  store.nextPositions.put(NEXT, first + changes.length);
};

/** The outbox of the embedded store; `committed` is notified after every commit that left something here. */
export const createOutbox = (
  environment: Environment,
  store: StoreCollections,
  committed: Signal,
): Outbox => ({
  pending: (deadline, limit) => environment.read(deadline, () => waitingItems(store, limit)),
  published: (deadline, positions) =>
    environment.write(deadline, () => {
      const gone = new Set(positions);
      const before = positions.reduce((highest, position) => Math.max(highest, position + 1), 0);
      removeItems(store, before, ({ position }) => gone.has(position));
    }),
  onCommit: (wake) => committed.listen(wake),
});
