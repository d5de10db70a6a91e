import { CHANGES_TOPIC, encodeChange } from '@kith/contracts';
import { createBackOff, pause, startWakeableLoop } from '@kith/platform';
import type { Deadline, EventLog, Outbox, OutboxItem } from '@kith/ports';
import { startOutboxOwner, type OutboxOwnerDeps, type OwnedRanges } from './outbox-owner.ts';

export interface OutboxRelayDeps extends OutboxOwnerDeps {
  readonly outbox: Outbox;
  readonly log: EventLog;
  readonly callDeadline: () => Deadline;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The relay at work. */
export interface OutboxRelay {
  /** How long the oldest change waits that a look has found, in milliseconds; 0 where none did. */
  oldestMs(): number;
  /** Ends it after the turn at hand. */
  stop(): Promise<void>;
}

const ITEMS_PER_TURN = 500;
/** Under load a commit follows the other within milliseconds: what comes so soon after a turn leaves with the next one. */
const REST_MS = 100;
const backOff = createBackOff({ firstMs: 100, maxMs: 5_000 });

/**
 * Publishes the change events of the ranges that this process owns, in the order of their commits, at least once: an item
 * leaves the outbox only when the log has it (docs/architecture.md#the-way-of-one-request). The first after a quiet moment
 * leaves at once; behind it those of a tenth of a second leave together.
 */
export const startOutboxRelay = (deps: OutboxRelayDeps): OutboxRelay => {
  let oldestAt: number | null = null;
  const found = (items: readonly OutboxItem[]): void => {
    oldestAt = items.length === 0 ? null : Math.min(...items.map(({ change }) => change.at));
  };
  const owner = startOutboxOwner(deps, () => loop.wake());
  const loop = startWakeableLoop({
    turn: () => turn({ ...deps, found }, (work) => owner.withRanges(work)),
    onFailure: (error, failures) => {
      deps.metrics.failed();
      deps.logger.warn(
        { error, failures },
        'change events wait in the outbox: the log or the store does not answer',
      );
      return backOff(failures);
    },
  });
  const unsubscribe = deps.outbox.onCommit(loop.wake);
  return {
    oldestMs: () => (oldestAt === null ? 0 : Math.max(0, deps.clock() - oldestAt)),
    stop: async () => {
      unsubscribe();
      await loop.stop();
      await owner.stop();
    },
  };
};

interface TurnDeps extends OutboxRelayDeps {
  /** Told of what waits at a look, and of nothing when all of it has been published. */
  readonly found: (items: readonly OutboxItem[]) => void;
}

type WithRanges = (work: (owned: OwnedRanges) => Promise<number>) => Promise<number>;

/** Whatever is committed after a look wakes the loop: only a look that was full leaves something behind. */
const turn = async (deps: TurnDeps, withRanges: WithRanges): Promise<number> => {
  const published = await withRanges((owned) => publishSome(deps, owned));
  if (published >= ITEMS_PER_TURN) return 0;
  if (published > 0) await pause(REST_MS);
  return Infinity;
};

/** What was lost meanwhile is the new owner's: it looks for itself. */
const publishSome = async (
  { outbox, log, callDeadline, logger, metrics, found }: TurnDeps,
  { ranges, heldUntil }: OwnedRanges,
): Promise<number> => {
  if (ranges.length === 0) {
    found([]);
    return 0;
  }
  const items = await outbox.pending(callDeadline(), ITEMS_PER_TURN, ranges);
  found(items);
  if (items.length === 0 || heldUntil() === null) return 0;
  const records = items.map(({ account, change }) => ({
    key: change.umid,
    value: encodeChange(account, change),
  }));
  await log.append(callDeadline(), CHANGES_TOPIC, records);
  const until = heldUntil();
  found([]);
  metrics.published(items.length);
  if (until === null) {
    metrics.failed();
    logger.warn({ changes: items.length }, 'change events went out late, and may go out once more');
    return 0;
  }
  const keys = items.map(({ key }) => key);
  await outbox.published(callDeadline(), keys, until);
  return items.length;
};
