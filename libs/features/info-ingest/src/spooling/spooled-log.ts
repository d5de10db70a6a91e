import { deadlineIn, within, isInTime, type LogFields } from '@kith/platform';
import { Unavailable, type Deadline, type EventLog } from '@kith/ports';
import { drainSpool, logWaitWithin } from './spool-drainer.ts';
import { createSpoolMetrics, type SpooledLogDeps, type SpoolDeps } from './spool-deps.ts';
import { createSpoolWriter, type SpoolWriter } from './spool-writer.ts';

/** A log with a spool in front of it. */
export interface SpooledLog {
  readonly log: EventLog;
  /** Whether events go to the spool now. */
  readonly isSpooling: () => boolean;
  /** Whether the spool, too, takes no more: then events are refused. */
  readonly isFull: () => boolean;
  /** Ends the draining after the batch at hand; what waits stays in the spool. */
  readonly close: () => Promise<void>;
}

/** A request that has waited elsewhere until less than this was left for the log says nothing about the log. */
const TELLING_MS = 50;

/**
 * Appends to the log alone, for as long as it answers. From the first append that it does not acknowledge, within half
 * of the time that the request has left and at most a second, everything goes to the spool, until that is drained: so
 * nothing overtakes what waits, whosever it is (docs/decisions/0026-disk-spool.md). Records that a process before
 * this one has left in the spool come first.
 */
export const createSpooledLog = (given: SpooledLogDeps): SpooledLog => {
  const deps: SpoolDeps = { ...given, metrics: createSpoolMetrics(given.metrics, given) };
  const { log } = deps;
  // What is added while nobody drains must not wait for the next outage.
  const writer = createSpoolWriter(deps, () => course.leaveLog({}));
  const course = createCourse(deps, writer);
  const left = deps.spool.contents().records;
  if (left > 0) course.leaveLog({ records: left });
  return {
    log: {
      async append(deadline, topic, records) {
        if (records.length === 0) return;
        const held = course.held();
        if (held !== null) await isOverInTime(deadline, held);
        const waitMs = logWaitWithin(deadline, held !== null);
        if (!course.isSpooling()) {
          try {
            return await log.append(deadlineIn(waitMs), topic, records);
          } catch (error) {
            if (!(error instanceof Unavailable) || waitMs < TELLING_MS) throw error;
            course.leaveLog({ error });
          }
        }
        await writer.add(deadline, topic, records);
      },
      subscribe: (topic, group, subscriber) => log.subscribe(topic, group, subscriber),
    },
    isSpooling: course.isSpooling,
    isFull: writer.isFull,
    close: course.close,
  };
};

/** The way that records take: to the log, or to the spool until that is drained. */
const createCourse = (deps: SpoolDeps, writer: SpoolWriter) => {
  const { logger, clock, spool } = deps;
  const stopping = new AbortController();
  let draining: Promise<unknown> | null = null;
  let hold: Promise<void> | null = null;
  let begun = 0;
  const holdUp = (deadline: Deadline, rest: Promise<void>): Promise<boolean> => {
    const returned = rest.then(returnToLog);
    hold = within(deadline, 'draining the rest', returned)
      .catch(() => undefined)
      .then(() => {
        hold = null;
      });
    return returned;
  };
  /** In one turn: what is being added, or was, after the last look, would be left behind. */
  const returnToLog = (): boolean => {
    if (!writer.isIdle() || spool.contents().records > 0) return false;
    draining = null;
    writer.emptied();
    const seconds = (clock() - begun) / 1_000;
    logger.info({ seconds }, 'the spool is drained: events go to the log again');
    return true;
  };
  return {
    isSpooling: () => draining !== null,
    held: () => hold,
    leaveLog(why: LogFields): void {
      if (draining !== null) return;
      logger.warn(why, 'events go to the spool until the log has taken all of them');
      begun = clock();
      draining = drainSpool({ ...deps, writer, holdUp, stop: stopping.signal });
    },
    async close(): Promise<void> {
      stopping.abort();
      await draining;
    },
  };
};

/**
 * Waits for the end of the hold for half of the time that the request has left: after that the spool takes it, which
 * only means that it is not empty yet.
 */
const isOverInTime = (deadline: Deadline, held: Promise<void>): Promise<boolean> =>
  isInTime(deadlineIn(deadline.remainingMs() / 2), held);
