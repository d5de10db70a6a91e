import {
  queueOf,
  type FailedDelivery,
  type QueuedDelivery,
  type SharedRecord,
} from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type {
  DestinationControl,
  DestinationIntake,
  DestinationLease,
  DestinationPlace,
  DestinationState,
  DestinationStore,
  DestinationStores,
  FailedDeliveries,
  QueueProgress,
  RetryEntry,
  RetryQueues,
  SharedRecords,
  TakenPart,
} from '@kith/ports';

/** Everything of one destination. */
interface Kept {
  state: DestinationState | null;
  readonly lease: { holder: string; until: number };
  readonly positions: Map<string, number>;
  readonly takenBefore: Map<string, number>;
  readonly queues: Map<string, { dueAt: number; readonly deliveries: Map<string, QueuedDelivery> }>;
  readonly failed: Map<string, FailedDelivery>;
  readonly shared: Map<Umid, SharedRecord>;
}

const nothing = (): Kept => ({
  state: null,
  lease: { holder: '', until: 0 },
  positions: new Map(),
  takenBefore: new Map(),
  queues: new Map(),
  failed: new Map(),
  shared: new Map(),
});

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** What is kept of destinations, in memory, by the contract: for tests that make it answer when they want. */
export const createMemoryDestinationStores = (clock: () => number): DestinationStores => {
  const all = new Map<string, Kept>();
  const keptOf = ({ account, destination }: DestinationPlace): Kept => {
    const key = JSON.stringify([account, destination]);
    const found = all.get(key) ?? nothing();
    all.set(key, found);
    return found;
  };
  return {
    of: (place) => storeOver(keptOf(place), clock),
    withSharedRecords: async ({ account }) =>
      [...all]
        .filter(([key, { shared }]) => shared.size > 0 && keyParts(key)[0] === account)
        .map(([key]) => keyParts(key)[1]),
  };
};

const keyParts = (key: string): [string, string] => JSON.parse(key) as [string, string];

const storeOver = (kept: Kept, clock: () => number): DestinationStore => ({
  lease: leaseOf(kept, clock),
  control: controlOf(kept),
  intake: intakeOf(kept, clock),
  retries: retriesOf(kept),
  failures: failuresOf(kept, clock),
  shared: sharedOf(kept),
});

const leaseOf = ({ lease }: Kept, clock: () => number): DestinationLease => ({
  acquire: async (_deadline, holder, forMs) => {
    if (lease.holder !== holder && lease.until > clock()) return false;
    Object.assign(lease, { holder, until: clock() + forMs });
    return true;
  },
  release: async (_deadline, holder) => {
    if (lease.holder === holder) Object.assign(lease, { holder: '', until: 0 });
  },
});

const open = (kept: Kept, first: Pick<DestinationState, 'isPaused' | 'since'>): DestinationState =>
  (kept.state ??= { ...first, owedSince: first.since, round: 1, takenAt: {}, reviewed: null });

const controlOf = (kept: Kept): DestinationControl => ({
  state: async () => kept.state,
  open: async (_deadline, first) => open(kept, first),
  setPaused: async (_deadline, isPaused, since) => {
    kept.state = { ...open(kept, { isPaused, since }), isPaused };
  },
  restart: async (_deadline, since) => {
    const known = open(kept, { isPaused: false, since });
    const owedSince = Math.min(known.owedSince, since);
    kept.state = { ...known, since, owedSince, round: known.round + 1, takenAt: {} };
    for (const [key, position] of kept.positions) {
      kept.takenBefore.set(key, Math.max(position, kept.takenBefore.get(key) ?? 0));
    }
    kept.positions.clear();
  },
  setReviewed: async (_deadline, reviewed) => {
    if (kept.state !== null) kept.state = { ...kept.state, reviewed };
  },
  counts: async () => ({
    waiting: sum([...kept.queues.values()].map(({ deliveries }) => deliveries.size)),
    failed: kept.failed.size,
  }),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const intakeOf = (kept: Kept, clock: () => number): DestinationIntake => ({
  progress: async (_deadline, topic, partition) => {
    const key = `${topic}:${partition}`;
    return { position: kept.positions.get(key) ?? 0, takenBefore: kept.takenBefore.get(key) ?? 0 };
  },
  commit: async (_deadline, part) => commit(kept, part, clock()),
});

const commit = (kept: Kept, part: TakenPart, now: number): 'taken' | 'fenced' => {
  const key = `${part.topic}:${part.partition}`;
  if (kept.state?.round !== part.round || (kept.positions.get(key) ?? 0) !== part.from) return 'fenced';
  kept.positions.set(key, part.to);
  const { takenAt, topic } = part;
  if (takenAt !== null) kept.state = { ...kept.state, takenAt: { ...kept.state.takenAt, [topic]: takenAt } };
  for (const entry of part.queued) enqueue(kept, entry, now);
  for (const delivery of part.failed) kept.failed.set(delivery.id, delivery);
  return 'taken';
};

const enqueue = ({ queues }: Kept, { delivery, dueAt }: RetryEntry, now: number): void => {
  const queue = queues.get(delivery.queue) ?? {
    dueAt: dueAt ?? now,
    deliveries: new Map<string, QueuedDelivery>(),
  };
  queue.dueAt = Math.min(queue.dueAt, dueAt ?? Infinity);
  queue.deliveries.set(delivery.sequence, delivery);
  queues.set(delivery.queue, queue);
};

const retriesOf = (kept: Kept): RetryQueues => ({
  occupied: async (_deadline, umids) => new Set(umids.map(queueOf).filter((queue) => kept.queues.has(queue))),
  due: async (_deadline, by, limit) => dueQueues(kept, by, limit),
  first: async (_deadline, queue, limit) => deliveriesOf(kept, queue).slice(0, limit),
  heads: async (_deadline, limit) =>
    dueQueues(kept, Infinity, limit).flatMap(({ queue }) => deliveriesOf(kept, queue).slice(0, 1)),
  proceed: async (_deadline, progress) => proceed(kept, progress),
});

const dueQueues = ({ queues }: Kept, by: number, limit: number) =>
  Array.from(queues, ([queue, { dueAt }]) => ({ queue, dueAt }))
    .filter(({ dueAt }) => dueAt <= by)
    .toSorted((a, b) => a.dueAt - b.dueAt || byText(a.queue, b.queue))
    .slice(0, limit);

const deliveriesOf = ({ queues }: Kept, queue: string): readonly QueuedDelivery[] =>
  [...(queues.get(queue)?.deliveries.values() ?? [])].toSorted((a, b) => byText(a.sequence, b.sequence));

const proceed = (kept: Kept, { queue: name, gone, failed, tried, dueAt }: QueueProgress): void => {
  const queue = kept.queues.get(name);
  for (const sequence of gone) queue?.deliveries.delete(sequence);
  for (const delivery of failed) kept.failed.set(delivery.id, delivery);
  if (queue === undefined) return;
  if (tried !== null && queue.deliveries.has(tried.sequence)) queue.deliveries.set(tried.sequence, tried);
  queue.dueAt = dueAt;
  if (queue.deliveries.size === 0) kept.queues.delete(name);
};

const failuresOf = (kept: Kept, clock: () => number): FailedDeliveries => ({
  page: async (_deadline, { after, limit }) =>
    failedInOrder(kept)
      .filter((delivery) => after === undefined || compareFailed(delivery, after) > 0)
      .slice(0, limit),
  replay: async (_deadline, { ids, limit, dueAt }) => {
    const deliveries = failedInOrder(kept).filter(({ id }) => ids?.includes(id) ?? true);
    for (const { failedAt: _, ...delivery } of deliveries.slice(0, limit)) {
      kept.failed.delete(delivery.id);
      enqueue(kept, { delivery: { ...delivery, queuedAt: clock(), tries: 0 }, dueAt }, clock());
    }
    return Math.min(limit, deliveries.length);
  },
  removeBefore: async (_deadline, failedBefore, limit) => {
    const old = failedInOrder(kept).filter(({ failedAt }) => failedAt < failedBefore);
    for (const { id } of old.slice(0, limit)) kept.failed.delete(id);
    return Math.min(limit, old.length);
  },
});

const compareFailed = (
  a: Pick<FailedDelivery, 'failedAt' | 'id'>,
  b: Pick<FailedDelivery, 'failedAt' | 'id'>,
): number => a.failedAt - b.failedAt || byText(a.id, b.id);

const failedInOrder = ({ failed }: Kept): readonly FailedDelivery[] =>
  [...failed.values()].toSorted(compareFailed);

const sharedOf = ({ shared }: Kept): SharedRecords => ({
  find: async (_deadline, umids) => {
    const records = umids.flatMap((umid) => shared.get(umid) ?? []);
    return new Map(records.map((record) => [record.umid, record]));
  },
  save: async (_deadline, records) => {
    for (const record of records) shared.set(record.umid, record);
  },
  remove: async (_deadline, { umid, since }) => {
    if (shared.get(umid)?.since === since) shared.delete(umid);
  },
  page: async (_deadline, after, limit) =>
    [...shared.values()]
      .toSorted((a, b) => byText(a.umid, b.umid))
      .filter(({ umid }) => after === null || umid > after)
      .slice(0, limit),
  count: async (_deadline, max) => Math.min(max, shared.size),
});
