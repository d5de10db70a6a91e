import { CHANGES_TOPIC, encodeChange } from '@kith/contracts';
import { createBackOff, pause, startWakeableLoop, type Logger } from '@kith/platform';
import type { Deadline, EventLog, Outbox } from '@kith/ports';

/** Needed to publish change events. */
export interface OutboxRelayDeps {
  readonly outbox: Outbox;
  readonly log: EventLog;
  readonly callDeadline: () => Deadline;
  readonly logger: Logger;
}

const ITEMS_PER_TURN = 500;
/** Under load a commit follows the other within milliseconds: what comes so soon after a turn leaves with the next one. */
const REST_MS = 100;
const backOff = createBackOff({ firstMs: 100, maxMs: 5_000 });

/**
 * Publishes change events in the order of their commits, at least once: an item leaves the outbox only when the log
 * has it (docs/architecture.md#the-way-of-one-request). The first after a quiet moment leaves at once; behind it those of
 * a tenth of a second leave together. Returns what stops it after the turn at hand.
 */
export const startOutboxRelay = (deps: OutboxRelayDeps): { stop(): Promise<void> } => {
  const loop = startWakeableLoop({
    turn: () => turn(deps),
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
    stop: async () => {
      unsubscribe();
      await loop.stop();
    },
  };
};

/** Whatever is committed after a look wakes the loop: only a look that was full leaves something behind. */
const turn = async (deps: OutboxRelayDeps): Promise<number> => {
  const published = await publishSome(deps);
  if (published >= ITEMS_PER_TURN) return 0;
  if (published > 0) await pause(REST_MS);
  return Infinity;
};

const publishSome = async ({ outbox, log, callDeadline }: OutboxRelayDeps): Promise<number> => {
  const items = await outbox.pending(callDeadline(), ITEMS_PER_TURN);
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
  return items.length;
};
