import { CHANGES_TOPIC, encodeChange } from '@kith/contracts';
import { createBackOff, pause, startWakeableLoop, type Logger } from '@kith/platform';
import type { Deadline, EventLog, Outbox, OutboxItem } from '@kith/ports';

/** Needed to publish change events. */
export interface OutboxRelayDeps {
  readonly outbox: Outbox;
  readonly log: EventLog;
  readonly callDeadline: () => Deadline;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
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
 * Publishes change events in the order of their commits, at least once: an item leaves the outbox only when the log
 * has it (docs/architecture.md#the-way-of-one-request). The first after a quiet moment leaves at once; behind it those of
 * a tenth of a second leave together.
 */
export const startOutboxRelay = (deps: OutboxRelayDeps): OutboxRelay => {
  let oldestAt: number | null = null;
  const found = (items: readonly OutboxItem[]): void => {
    oldestAt = items.length === 0 ? null : Math.min(...items.map(({ change }) => change.at));
  };
  const loop = startWakeableLoop({
    turn: () => turn(deps, found),
    onFailure: (error, failures) => {
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
    },
  };
};

/** Told of what waits at a look, and of nothing when all of it has been published. */
type Found = (items: readonly OutboxItem[]) => void;

/** Whatever is committed after a look wakes the loop: only a look that was full leaves something behind. */
const turn = async (deps: OutboxRelayDeps, found: Found): Promise<number> => {
  const published = await publishSome(deps, found);
  if (published >= ITEMS_PER_TURN) return 0;
  if (published > 0) await pause(REST_MS);
  return Infinity;
};

const publishSome = async ({ outbox, log, callDeadline }: OutboxRelayDeps, found: Found): Promise<number> => {
  const items = await outbox.pending(callDeadline(), ITEMS_PER_TURN);
  found(items);
  if (items.length === 0) return 0;
  const records = items.map(({ account, change }) => ({
    key: change.umid,
    value: encodeChange(account, change),
  }));
  await log.append(callDeadline(), CHANGES_TOPIC, records);
  await outbox.published(
    callDeadline(),
    items.map(({ key }) => key),
  );
  found([]);
  return items.length;
};
