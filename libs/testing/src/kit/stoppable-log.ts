import { Unavailable, type Deadline, type EventLog, type LogRecord } from '@kith/ports';
import { pause } from '@kith/platform';

/** How a log fails: at once, at the deadline, or at the deadline with the records all the same. */
export type Stopped = 'refusing' | 'silent' | 'mute';

/** A log that can be stopped. */
export interface StoppableLog {
  readonly log: EventLog;
  stop(how: Stopped): void;
  mend(): void;
  /** The records of every append, whatever came of it. */
  readonly tries: readonly (readonly LogRecord[])[];
}

/** A log in front of another one that fails where it is told to; what it acknowledges, the other has. */
export const createStoppableLog = (inner: EventLog): StoppableLog => {
  const tries: (readonly LogRecord[])[] = [];
  let stopped: Stopped | null = null;
  const failLate = async (deadline: Deadline): Promise<never> => {
    await pause(deadline.remainingMs());
    throw new Unavailable('log', 'the deadline has passed');
  };
  return {
    tries,
    stop: (how) => {
      stopped = how;
    },
    mend: () => {
      stopped = null;
    },
    log: {
      async append(deadline, topic, records) {
        tries.push(records);
        if (stopped === 'refusing') throw new Unavailable('log', 'it is stopped');
        if (stopped === 'silent') return failLate(deadline);
        const isMute = stopped === 'mute';
        await inner.append(deadline, topic, records);
        if (isMute) await failLate(deadline);
      },
      subscribe: (topic, group, subscriber) => inner.subscribe(topic, group, subscriber),
    },
  };
};
