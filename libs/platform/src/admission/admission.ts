import { performance } from 'node:perf_hooks';
import { deadlineIn, type Deadline } from '../concurrency/deadline.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { type Metrics } from '../observability/metrics.ts';
import { Overload, Problem } from '../errors/problem.ts';
import { createAdmissionMetrics } from './admission-metrics.ts';
import { createConcurrencyLimit, type ConcurrencyBounds } from './concurrency-limit.ts';
import { createMovingAverage } from './moving-average.ts';
import { timeToWait } from './time-to-wait.ts';
import { createWorkPace } from './work-pace.ts';

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
