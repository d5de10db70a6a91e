import { performance } from 'node:perf_hooks';
import { type Deadline, deadlineIn } from '../concurrency/deadline.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { Overload, Problem } from '../errors/problem.ts';
import type { Metrics } from '../observability/metrics.ts';
import { createMovingAverage, createWorkPace } from './work-pace.ts';

/** Between how many and how many pieces of work may run at once. */
interface ConcurrencyBounds {
  readonly least: number;
  readonly most: number;
}

/** A piece of work that has ended. */
interface EndedWork {
  /** Milliseconds of the same clock. */
  readonly began: number;
  readonly ended: number;
  /** The time that its request had when it came, in milliseconds. */
  readonly hadMs: number;
  /** Whether as much ran beside it as might. */
  readonly wasFull: boolean;
}

/** How much may run at once: as much as ends well within its time. */
interface ConcurrencyLimit {
  current(): number;
  heed(work: EndedWork): void;
}

/** Metrics of one kind of work. */
interface AdmissionMetrics {
  refused(): void;
  waiting(requests: number): void;
}

export interface AdmissionOptions extends ConcurrencyBounds {
  /** The kind of work: a label of the metrics. */
  readonly work: string;
  readonly metrics: Metrics;
}

/**
 * Lets in as much work as can be done in the time that its requests have. What finds no room waits in order; what would have
 * to wait so long that its work could not be done in time is refused at once (`timeToWait`), and so is, then, what has waited
 * so long in vain.
 */
export interface Admission {
  /** Throws `Overload` where work that came now would have to wait too long. */
  check(deadline: Deadline): void;
  /**
   * Does the work when there is room for it, whatever `check` would say. Rejects with `Overload` where there is none until
   * its time to wait is over, and where the work runs out of time among as many others as may run.
   */
  run<T>(deadline: Deadline, work: () => Promise<T>): Promise<T>;
  /** `check`, then `run`. */
  admit<T>(deadline: Deadline, work: () => Promise<T>): Promise<T>;
}

/** A server that was told how long it may take gives up so shortly before the deadline. */
const JUST_BEFORE_MS = 25;

/** A bound for the first moments, when nobody knows yet how long the work takes. */
const MAX_WAITING = 4_096;

export const createAdmission = ({ work: name, metrics, ...bounds }: AdmissionOptions): Admission => {
  const limit = createConcurrencyLimit(bounds);
  const duration = createMovingAverage();
  const pace = createWorkPace(limit.current);
  const room = createSemaphore(limit.current);
  const told = createAdmissionMetrics(metrics, name);
  /** When there was no room last. */
  let fullAt = -Infinity;

  const waitMs = (): number => pace.msFor(room.waiting() + 1);
  const refusal = (): Overload => {
    told.refused();
    return new Overload(waitMs() / 1_000);
  };
  const timeFor = (deadline: Deadline): number => timeToWait(deadline, duration.value(Infinity));
  const wait = async (deadline: Deadline): Promise<void> => {
    const acquiring = room.acquire(deadlineIn(timeFor(deadline)));
    told.waiting(room.waiting());
    const isIn = await acquiring;
    told.waiting(room.waiting());
    if (!isIn) throw refusal();
  };
  const leave = (began: number, begun: number, hadMs: number): void => {
    const ended = performance.now();
    duration.add(ended - began);
    pace.end(begun, ended);
    limit.heed({ began, ended, hadMs, wasFull: !room.isFree() });
    room.release();
  };

  const check: Admission['check'] = (deadline) => {
    if (room.isFree()) return;
    if (room.waiting() >= MAX_WAITING || waitMs() > timeFor(deadline)) throw refusal();
  };
  const run: Admission['run'] = async (deadline, work) => {
    const hadMs = deadline.remainingMs();
    if (!room.tryAcquire()) await wait(deadline);
    const began = performance.now();
    const begun = pace.begin(began);
    if (!room.isFree()) fullAt = began;
    try {
      return await work();
    } catch (fault) {
      // Whose time is over among many that want it has come too late by them.
      const isLate = deadline.remainingMs() <= JUST_BEFORE_MS && !(fault instanceof Problem);
      throw isLate && fullAt >= began ? refusal() : fault;
    } finally {
      leave(began, begun, hadMs);
    }
  };
  return {
    check,
    run,
    admit: async (deadline, work) => {
      check(deadline);
      return run(deadline, work);
    },
  };
};

const createAdmissionMetrics = (metrics: Metrics, work: string): AdmissionMetrics => {
  const refusals = metrics.counter(
    'kith_overload_refused_total',
    'requests refused with 503 because they would not have been served in time',
    ['work'],
  );
  const waiting = metrics.gauge('kith_overload_waiting', 'requests that wait for room', ['work']);
  const refused = refusals.line({ work });
  waiting.set(0, { work });
  return { refused: () => refused.inc(), waiting: (requests) => waiting.set(requests, { work }) };
};

const MAX_PART = 3 / 4;

/** Parts of what is left of a request's time. */
const MIN_PART = 1 / 3;

/** Some work takes several times as long as most: so much is left for it. */
const TIMES = 5;

/** For how many milliseconds of what is left of its time a request may wait, where its work takes about `workMs`. */
export const timeToWait = (deadline: Deadline, workMs: number): number => {
  const leftMs = deadline.remainingMs();
  return Math.max(leftMs * MIN_PART, Math.min(leftMs * MAX_PART, leftMs - TIMES * workMs));
};

const DECREASE = 0.7;

/** Work that takes more than this part shows that too much runs: the rest is for waiting, and for what takes longer than most. */
const SLOW = 1 / 4;

/** Work that takes less than this part of its request's time leaves room for more beside it. */
const QUICK = 1 / 8;

/**
 * Grows by one for each quick piece of work at the limit, so that it can double in the time that one takes; shrinks at once
 * where work is slow, but only once for all that ran at the same time. Begins low: what nobody has measured yet may be slow.
 */
export const createConcurrencyLimit = ({ least, most }: ConcurrencyBounds): ConcurrencyLimit => {
  let limit = least;
  let shrunkAt = -Infinity;
  return {
    current: () => Math.floor(limit),
    heed: ({ began, ended, hadMs, wasFull }) => {
      const tookMs = ended - began;
      if (tookMs > hadMs * SLOW) {
        if (began < shrunkAt) return;
        shrunkAt = ended;
        limit = Math.max(least, limit * DECREASE);
      } else if (wasFull && tookMs < hadMs * QUICK) limit = Math.min(most, limit + 1);
    },
  };
};
