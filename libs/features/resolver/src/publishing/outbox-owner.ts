import type { BucketRange } from '@kith/domain/identity';
import { createBackOff, type Logger, type Metrics, startWakeableLoop } from '@kith/platform';
import type { Deadline, OutboxLeases, OutboxTable } from '@kith/ports';
import { movesOf, ownersAfter, rangesOf } from './fair-share.ts';

/** What is counted of publishing. */
interface OutboxMetrics {
  /** How many ranges of buckets this process publishes now. */
  owns(ranges: number): void;
  published(changes: number): void;
  /** A turn, or a renewal, that failed, or came so late that changes may go out once more. */
  failed(): void;
}

/** How long after its last renewal a process is taken for dead, in milliseconds. */
const LEASE_MS = 5_000;
/** What a process leaves unused of it: clocks of two machines do not run alike. */
const MARGIN_MS = 500;
const RENEWED_MS = 1_000;
/** How soon it looks again while it has not the ranges that it should have. */
const UNSETTLED_MS = 200;
const backOff = createBackOff({ firstMs: 200, maxMs: 1_000 });

export interface OutboxOwnerDeps {
  readonly leases: OutboxLeases;
  /** Names this process; no other one ever has the same. */
  readonly member: string;
  /** For one command of a renewal. */
  readonly leaseDeadline: () => Deadline;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
  readonly logger: Logger;
  readonly metrics: OutboxMetrics;
}

/** Ranges that this process publishes. */
export interface OwnedRanges {
  readonly ranges: readonly BucketRange[];
  /** Until when all of them are its own, by the store's clock, epoch milliseconds; null: some are not any more. */
  heldUntil(): number | null;
}

/** This process among those that publish. */
export interface OutboxOwner {
  /** Does something with the ranges of now: none of them is given to others meanwhile, unless the lease lapses. */
  withRanges<T>(work: (owned: OwnedRanges) => Promise<T>): Promise<T>;
  /** Gives everything back at once; to be called when no work is under way. */
  stop(): Promise<void>;
}

interface Standing {
  readonly table: OutboxTable;
  /** By the steady clock of this process, counted from before it asked. */
  readonly until: number;
}

/**
 * Is one of the owners until it is stopped. `onGained` is called when there are ranges that were not there before: what
 * waits in them woke nobody.
 */
export const startOutboxOwner = (deps: OutboxOwnerDeps, onGained: () => void): OutboxOwner => {
  const { leases, member, leaseDeadline, steadyClock, logger, metrics } = deps;
  let standing: Standing | null = null;
  let inUse: readonly BucketRange[] = [];
  const ranges = (): readonly BucketRange[] => {
    if (standing === null || steadyClock() >= standing.until) return [];
    const { surplus } = movesOf(standing.table, member);
    return rangesOf(standing.table, member).filter((range) => !surplus.includes(range));
  };
  const heldUntil = (owned: readonly BucketRange[]): number | null => {
    if (standing === null || steadyClock() >= standing.until) return null;
    const { owners, members } = standing.table;
    if (owned.some((range) => owners[range] !== member)) return null;
    return members.find(({ id }) => id === member)?.until ?? null;
  };
  const turn = async (): Promise<number> => {
    const before = ranges();
    const until = steadyClock() + LEASE_MS - MARGIN_MS;
    const table = await leases.renew(leaseDeadline(), member, LEASE_MS);
    standing = { table, until };
    const owners = await moved(leases, leaseDeadline(), { table, member, inUse });
    if (owners === null) return 0;
    standing = { table: { ...table, owners }, until };
    metrics.owns(ranges().length);
    if (ranges().some((range) => !before.includes(range))) onGained();
    return movesOf(standing.table, member).isSettled ? RENEWED_MS : UNSETTLED_MS;
  };
  const loop = startWakeableLoop({
    turn,
    onFailure: (error, failures) => {
      metrics.failed();
      logger.warn({ error, failures }, 'the leases of the outbox could not be renewed');
      return backOff(failures);
    },
  });
  return {
    async withRanges(work) {
      const owned = ranges();
      inUse = owned;
      try {
        return await work({ ranges: owned, heldUntil: () => heldUntil(owned) });
      } finally {
        inUse = [];
        // Others wait for what was kept for the sake of this work.
        if (ranges().length < owned.length) loop.wake();
      }
    },
    async stop() {
      await loop.stop();
      standing = null;
      metrics.owns(0);
      // Where the store does not answer, the lease lapses by itself.
      await leases.leave(leaseDeadline(), member).catch((error: unknown) => {
        logger.warn({ error }, 'the ranges of the outbox could not be given back');
      });
    },
  };
};

/** The owners after this member has moved what it may; null where somebody else was faster. */
const moved = async (
  leases: OutboxLeases,
  deadline: Deadline,
  {
    table,
    member,
    inUse,
  }: { readonly table: OutboxTable; readonly member: string; readonly inUse: readonly BucketRange[] },
): Promise<OutboxTable['owners'] | null> => {
  const { surplus, missing } = movesOf(table, member);
  const given = surplus.filter((range) => !inUse.includes(range));
  if (given.length === 0 && missing.length === 0) return table.owners;
  const owners = ownersAfter(table, member, given, missing);
  return (await leases.assign(deadline, table, owners)) ? owners : null;
};

/** Registers what is counted of publishing. */
export const createOutboxMetrics = (metrics: Metrics): OutboxMetrics => {
  const ranges = metrics.gauge(
    'kith_outbox_ranges',
    'ranges of buckets whose changes this process publishes',
  );
  const published = metrics.counter('kith_outbox_published_total', 'changes that were published');
  const failures = metrics.counter(
    'kith_outbox_failures_total',
    'turns of the relay, and renewals of its leases, that failed or came too late',
  );
  return {
    owns: (count) => ranges.set(count),
    published: (changes) => published.inc({}, changes),
    failed: () => failures.inc(),
  };
};
