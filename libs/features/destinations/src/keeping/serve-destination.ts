import { CHANGES_TOPIC, TRACKING_TOPIC } from '@kith/contracts';
import type { DestinationRules } from '@kith/domain/destinations';
import type { AccountRules } from '@kith/domain/pipeline';
import { createGroupLock, createKeyedMutex } from '@kith/platform';
import type { DestinationStore, Subscription } from '@kith/ports';
import type { DestinationLag, DestinationMetrics } from '../sending/destination-metrics.ts';
import { deliverySubscriber } from '../taking/delivery-subscriber.ts';
import type { OpenDestination } from '../transforming/destination.ts';
import { areUnchanged } from '../sending/find-person.ts';
import { batchingSender } from '../sending/batching-sender.ts';
import type { Lease } from './lease.ts';
import { createDestinationBreaker } from '../sending/destination-breaker.ts';
import type { CommonDeps, DestinationDeps } from '../sending/destination-deps.ts';
import { startReviewer } from '../reviewing/reviewer.ts';
import type { Capacity } from '../taking/capacity.ts';
import { startRetryRunner, type Backlog } from '../delivering/retry-runner.ts';

/** What it takes to deliver to a destination that this process holds. */
export interface ServeDeps extends CommonDeps {
  readonly store: DestinationStore;
  readonly rules: DestinationRules;
  readonly account: AccountRules;
  /** When it came into the configuration, in epoch milliseconds. */
  readonly configuredAt: number;
  /** The permissions without which a pipeline tracks nothing. */
  readonly requiredBy: (pipeline: string) => readonly string[];
  readonly open: OpenDestination;
  readonly lease: Lease;
  readonly metrics: DestinationMetrics;
  readonly capacity: Capacity;
}

/** A destination to which something is being delivered. */
export interface ServedDestination {
  isDelivering(): boolean;
  /** How far it is behind, by topic. */
  lags(): readonly DestinationLag[];
  /** Removes what failed long ago, and counts what is there: commands put deliveries back. */
  tidy(): Promise<void>;
  /** Ends after the deliveries that are under way. */
  stop(): Promise<void>;
}

/** What failed can be replayed for as long as the log keeps what it tells. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const REMOVED_AT_ONCE = 500;
const TOPICS = [CHANGES_TOPIC, TRACKING_TOPIC];

/** Delivers what both topics tell, from where the destination stands, and tries again what waits. */
export const serveDestination = async (deps: ServeDeps): Promise<ServedDestination> => {
  const stopping = new AbortController();
  const { waiting, failed } = await deps.store.control.counts(deps.callDeadline());
  const backlog = { waiting, failed };
  const working = { ...workingDeps(deps, stopping.signal), backlog };
  deps.metrics.holds(backlog);
  const runner = startRetryRunner(working);
  const reviewer = startReviewer(working);
  const subscriptions = await subscribe(deps, (topic) =>
    deliverySubscriber({ ...deps, ...working, wake: runner.wake, lost: reviewer.lost }, topic),
  );
  return {
    isDelivering: () => subscriptions.every((subscription) => subscription.isDelivering()),
    lags: () =>
      subscriptions.map((subscription, index) => ({
        account: deps.rules.account,
        destination: deps.rules.name,
        topic: TOPICS[index]!,
        lags: subscription.lags(),
      })),
    tidy: () => tidy(deps, backlog),
    stop: async () => {
      stopping.abort();
      await Promise.all([
        runner.stop(),
        reviewer.stop(),
        ...subscriptions.map((subscription) => subscription.stop()),
      ]);
      await deps.open.sender.close();
    },
  };
};

const workingDeps = (deps: ServeDeps, stopping: AbortSignal): DestinationDeps => ({
  ...deps,
  send: batchingSender(deps.open.sender, (seen) => areUnchanged(deps, seen)),
  breaker: createDestinationBreaker(deps),
  removalLock: createGroupLock<'delivering' | 'removing'>(),
  recordLock: createKeyedMutex(),
  moment: createMoments(deps.clock),
  tryDeadline: () => deps.lease.tryDeadline(deps.open.sendMs),
  stopping,
});

/** Epoch milliseconds, later each time than the time before: what is named after one is named after nothing else. */
export const createMoments = (clock: () => number): (() => number) => {
  let last = -Infinity;
  return () => (last = Math.max(clock(), last + 1));
};

const tidy = async ({ store, clock, callDeadline, metrics }: ServeDeps, backlog: Backlog): Promise<void> => {
  await store.failures.removeBefore(callDeadline(), clock() - KEPT_MS, REMOVED_AT_ONCE);
  Object.assign(backlog, await store.control.counts(callDeadline()));
  metrics.holds(backlog);
};

const subscribe = (
  { log, rules }: ServeDeps,
  subscriberOf: (topic: string) => ReturnType<typeof deliverySubscriber>,
): Promise<readonly Subscription[]> =>
  Promise.all(
    TOPICS.map((topic) =>
      // A group of its own for each topic: members of one group are given partitions of all its topics.
      log.subscribe(topic, `activation.${rules.account}.${rules.name}.${topic}`, subscriberOf(topic)),
    ),
  );
