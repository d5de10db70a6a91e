import { CHANGES_TOPIC, encodeChange } from '@kith/contracts';
import type { Logger } from '@kith/platform';
import type { Deadline, EventLog, Outbox } from '@kith/ports';

export interface Relaying {
  readonly outbox: Outbox;
  readonly log: EventLog;
  readonly callDeadline: () => Deadline;
  readonly logger: Logger;
}

const ITEMS_PER_TURN = 500;
const LONGEST_PAUSE = 5_000;

/**
 * Publishes change events in the order of their commits, at least once: an item leaves the outbox only when the log
 * has it (docs/architecture.md#the-way-of-one-request). Returns what stops it after the turn at hand.
 */
export const startOutboxRelay = (parts: Relaying): { stop(): Promise<void> } => {
  const pace = createPace();
  const unsubscribe = parts.outbox.onCommit(pace.wake);
  const ended = run(parts, pace);
  return {
    stop: async () => {
      unsubscribe();
      pace.stop();
      await ended;
    },
  };
};

const run = async (parts: Relaying, pace: Pace): Promise<void> => {
  for (let failures = 0; !pace.isStopped();) {
    try {
      const published = await publishSome(parts);
      failures = 0;
      if (published === 0) await pace.untilWoken();
    } catch (error) {
      failures += 1;
      parts.logger.warn(
        { error, failures },
        'change events wait in the outbox: the log or the store does not answer',
      );
      await pace.pause(Math.min(LONGEST_PAUSE, 50 * 2 ** failures));
    }
  }
};

const publishSome = async ({ outbox, log, callDeadline }: Relaying): Promise<number> => {
  const items = await outbox.pending(callDeadline(), ITEMS_PER_TURN);
  if (items.length === 0) return 0;
  const records = items.map(({ account, change }) => ({
    key: change.umid,
    value: encodeChange(account, change),
  }));
  await log.append(callDeadline(), CHANGES_TOPIC, records);
  await outbox.published(
    callDeadline(),
    items.map(({ position }) => position),
  );
  return items.length;
};

/** When the relay looks again: after a commit, after a pause, or not at all. */
interface Pace {
  readonly wake: () => void;
  stop(): void;
  isStopped(): boolean;
  untilWoken(): Promise<void>;
  pause(ms: number): Promise<void>;
}

const createPace = (): Pace => {
  let [isStopped, isWoken] = [false, false];
  let go: () => void = () => undefined;
  const wake = (): void => {
    isWoken = true;
    go();
  };
  const wait = (ms: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === null ? null : setTimeout(resolve, ms);
      go = () => {
        if (timer !== null) clearTimeout(timer);
        resolve();
      };
      if (isStopped || (isWoken && ms === null)) go();
    });
  return {
    wake,
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true;
      wake();
    },
    untilWoken: async () => {
      await wait(null);
      isWoken = false;
    },
    pause: (ms) => wait(ms),
  };
};
