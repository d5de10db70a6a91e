import type { AccountName } from '@kith/domain/pipeline';
import type { ChangeEvent } from '@kith/domain/identity';
import type { Outbox } from '@kith/ports';
import { forwards } from './keys.ts';
import type { Environment } from './environment.ts';
import type { Signal } from './signal.ts';
import type { StoreCollections } from './store-collections.ts';

const NEXT = ['outbox'];

/** Leaves changes to be published; to be called in the transaction that made them. */
export const putChanges = (
  store: StoreCollections,
  account: AccountName,
  changes: readonly ChangeEvent[],
): void => {
  if (changes.length === 0) return;
  const first = store.nextPositions.get(NEXT) ?? 0;
  changes.forEach((change, index) => {
    const position = first + index;
    store.outbox.put([position], { position, account, change });
  });
  store.nextPositions.put(NEXT, first + changes.length);
};

/** The outbox of the embedded store; `committed` is notified after every commit that left something here. */
export const createOutbox = (
  environment: Environment,
  store: StoreCollections,
  committed: Signal,
): Outbox => ({
  pending: (deadline, limit) =>
    environment.read(deadline, () => store.outbox.values({ ...forwards(), limit })),
  published: (deadline, positions) =>
    environment.write(deadline, () => {
      for (const position of positions) store.outbox.remove([position]);
    }),
  onCommit: (wake) => committed.listen(wake),
});
