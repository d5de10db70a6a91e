import { ALL_RANGES, type ChangeEvent, type EpochMs, rangeOf } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Signal } from '@kith/platform';
import type { Outbox, OutboxItem, OutboxLeases, OutboxTable } from '@kith/ports';
import type { Environment } from '../engine/environment.ts';
import { forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';
import type { StoredChange } from '../engine/store-rows.ts';
import { mustNotBePast } from '../engine/within-deadline.ts';
import { removeItems, waitingChanges } from './outbox-rows.ts';

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

/** One process at a time has the data open, so who publishes is known in its memory alone. */
export const createOutboxLeases = (clock: () => EpochMs): OutboxLeases => {
  let table: OutboxTable = { version: 0, now: 0, members: [], owners: ALL_RANGES.map(() => null) };
  const change = (changed: Partial<OutboxTable>, isNews = true): OutboxTable =>
    (table = { ...table, ...changed, version: table.version + Number(isNews) });
  const others = (member: string) => table.members.filter(({ id }) => id !== member);
  return {
    async renew(deadline, member, forMs) {
      mustNotBePast(deadline);
      const now = clock();
      const isLiving = table.members.some(({ id, until }) => id === member && until > now);
      return change({ now, members: [...others(member), { id: member, until: now + forMs }] }, !isLiving);
    },
    async assign(deadline, { version }, owners) {
      mustNotBePast(deadline);
      if (table.version !== version) return false;
      change({ owners });
      return true;
    },
    async leave(deadline, member) {
      mustNotBePast(deadline);
      const owners = table.owners.map((owner) => (owner === member ? null : owner));
      change({ members: others(member), owners });
    },
  };
};
