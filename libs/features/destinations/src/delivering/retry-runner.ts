import type { FailedDelivery, QueuedDelivery } from '@kith/domain/destinations';
import { forEachConcurrently, startWakeableLoop, type WakeableLoop } from '@kith/platform';
import type { DueQueue } from '@kith/ports';
import { asFailed, attempt, MAX_CONCURRENT_PROFILES, removeRecordsOfFailed } from './attempt.ts';
import type { DestinationDeps } from '../sending/destination-deps.ts';
import { retryPause } from '../sending/retry-policy.ts';

const QUEUES_PER_LOOK = 64;
const DELIVERIES_PER_LOOK = 20;
/** A queue that somebody else made due, as a replay does, is noticed after that. */
const MAX_REST_MS = 1_000;
const REST_AFTER_FAULT_MS = 2_000;

/** What a destination holds, as far as this process knows. */
export interface Backlog {
  waiting: number;
  failed: number;
}

export interface RetryRunnerDeps extends DestinationDeps {
  readonly backlog: Backlog;
}

/** Tries again what waits, whenever it is due; the first of a queue, and when it is through those behind it. */
export const startRetryRunner = (deps: RetryRunnerDeps): WakeableLoop =>
  startWakeableLoop({
    turn: () => runOnce(deps),
    onFailure: (error) => {
      if (!deps.stopping.aborted) {
        deps.logger.warn(
          { error },
          'deliveries wait: a store does not answer, or the destination is held by another',
        );
      }
      return REST_AFTER_FAULT_MS;
    },
  });

/** How long to rest before the next look, in milliseconds. */
export const runOnce = async (deps: RetryRunnerDeps): Promise<number> => {
  const { breaker, clock } = deps;
  if (breaker.isOpen()) return probe(deps);
  const queues = await dueQueues(deps, clock(), QUEUES_PER_LOOK);
  // Where the breaker opens with the first of them, the others wait for a probe.
  await forEachConcurrently(queues, MAX_CONCURRENT_PROFILES, async (queue) => {
    if (!breaker.isOpen()) await runQueue(deps, queue);
  });
  return queues.length === QUEUES_PER_LOOK ? 0 : restUntilDue(deps);
};

const dueQueues = (deps: DestinationDeps, by: number, limit: number): Promise<readonly DueQueue[]> =>
  deps.store.retries.due(deps.callDeadline(), by, limit);

const restUntilDue = async (deps: RetryRunnerDeps): Promise<number> => {
  const [next] = await dueQueues(deps, Number.MAX_SAFE_INTEGER, 1);
  const restMs = next === undefined ? MAX_REST_MS : next.dueAt - deps.clock();
  return Math.max(0, Math.min(MAX_REST_MS, restMs));
};

/** While nobody gets anything through, one tries: the queue that is due first, which another one is after each failure. */
const probe = async (deps: RetryRunnerDeps): Promise<number> => {
  const { breaker } = deps;
  if (breaker.probeInMs() > 0) return Math.min(MAX_REST_MS, breaker.probeInMs());
  const [first] = await dueQueues(deps, Number.MAX_SAFE_INTEGER, 1);
  if (first === undefined) breaker.reset();
  else await runQueue(deps, first);
  if (breaker.isOpen()) await failOverdue(deps);
  return 0;
};

/** The heads of the queues have waited for long enough, although nobody could try them. */
const failOverdue = async (deps: RetryRunnerDeps): Promise<void> => {
  const first = await deps.store.retries.heads(deps.callDeadline(), QUEUES_PER_LOOK);
  for (const delivery of first.filter((one) => isOverdue(deps, one))) {
    const failed = await failedDelivery(deps, { ...delivery, why: deps.breaker.why() });
    await proceed(deps, delivery.queue, {
      gone: [delivery.sequence],
      failed: [failed],
      tried: null,
      dueAt: deps.clock(),
    });
  }
};

const isOverdue = (
  { clock, retryPolicy }: DestinationDeps,
  { occurrence, queuedAt }: QueuedDelivery,
): boolean =>
  clock() - queuedAt >= (occurrence.kind === 'removal' ? retryPolicy.removalMs : retryPolicy.deliveryMs);

const failedDelivery = async (deps: DestinationDeps, delivery: QueuedDelivery): Promise<FailedDelivery> => ({
  ...delivery,
  occurrence: await asFailed(deps, delivery.occurrence),
  failedAt: deps.clock(),
});

/** What came of some deliveries of a queue. */
interface Progress {
  gone: string[];
  failed: FailedDelivery[];
  tried: QueuedDelivery | null;
  dueAt: number;
}

const runQueue = async (deps: RetryRunnerDeps, { queue }: DueQueue): Promise<void> => {
  for (;;) {
    const deliveries = await deps.store.retries.first(deps.callDeadline(), queue, DELIVERIES_PER_LOOK);
    const progress: Progress = { gone: [], failed: [], tried: null, dueAt: deps.clock() };
    for (const delivery of deliveries) {
      if (deps.stopping.aborted) break;
      await tryQueued(deps, delivery, progress);
      if (progress.tried !== null) break;
    }
    await proceed(deps, queue, progress);
    if (progress.tried !== null || deliveries.length < DELIVERIES_PER_LOOK || deps.stopping.aborted) return;
  }
};

const tryQueued = async (
  deps: RetryRunnerDeps,
  delivery: QueuedDelivery,
  progress: Progress,
): Promise<void> => {
  const tried = await attempt(deps, delivery.occurrence);
  if (tried.kind === 'delivered' || tried.kind === 'dropped') {
    progress.gone.push(delivery.sequence);
    return;
  }
  const after = { ...delivery, tries: delivery.tries + 1, why: tried.why };
  if (tried.kind === 'refused' || (isOverdue(deps, delivery) && !deps.stopping.aborted)) {
    progress.failed.push(await failedDelivery(deps, after));
    progress.gone.push(delivery.sequence);
    return;
  }
  progress.tried = after;
  // While the breaker is open that says nothing of the delivery: once it is closed it is due soon, behind the others.
  const failures = deps.breaker.isOpen() ? 1 : after.tries;
  progress.dueAt = deps.clock() + retryPause(failures, deps.retryPolicy, deps.random(), tried.afterMs);
};

const proceed = async (deps: RetryRunnerDeps, queue: string, progress: Progress): Promise<void> => {
  const { store, callDeadline, backlog, metrics } = deps;
  await store.retries.proceed(callDeadline(), { queue, ...progress });
  await removeRecordsOfFailed(
    deps,
    progress.failed.map(({ occurrence }) => occurrence),
  );
  backlog.waiting -= progress.gone.length;
  backlog.failed += progress.failed.length;
  metrics.holds(backlog);
  if (progress.failed.length > 0) metrics.failed(progress.failed.length);
};
