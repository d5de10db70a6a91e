import { CHANGES_TOPIC, TRACKING_TOPIC } from '@kith/contracts';
import type { DestinationRules } from '@kith/domain/destinations';
import type { AccountRules } from '@kith/domain/pipeline';
import { createGroupLock, createKeyedMutex } from '@kith/platform';
import type { Subscription } from '@kith/ports';
import type { DestinationMetrics } from '../sending/destination-metrics.ts';
import { deliverySubscriber } from '../taking/delivery-subscriber.ts';
import type { OpenDestination } from '../transforming/destination.ts';
import { areAsSeen } from '../sending/find-person.ts';
import { gatheringSender } from '../sending/batching-sender.ts';
import type { Hold } from './lease.ts';
import { createDestinationBreaker } from '../sending/destination-breaker.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import type { Surroundings } from '../sending/destination-deps.ts';
import { createMoments } from '../moments.ts';
import { startReviewer } from '../reviewing/reviewer.ts';
import type { Room } from '../taking/capacity.ts';
import { startWaitingRunner } from '../delivering/retry-runner.ts';

/** What it takes to deliver to a destination that this process holds. */
export interface TendingNeeds extends Surroundings {
  readonly rules: DestinationRules;
  readonly account: AccountRules;
  /** When it came into the configuration, in epoch milliseconds. */
  readonly configuredAt: number;
  /** The permissions without which a pipeline tracks nothing. */
  readonly requiredBy: (pipeline: string) => readonly string[];
  readonly open: OpenDestination;
  readonly hold: Hold;
  readonly metrics: DestinationMetrics;
  readonly room: Room;
}

/** A destination to which something is being delivered. */
export interface Tended {
  isDelivering(): boolean;
  /** Removes what was laid aside long ago, and counts what is there: commands put parcels back. */
  tidy(): Promise<void>;
  /** Ends after the parcels that are under way. */
  stop(): Promise<void>;
}

/** What was laid aside can be replayed for as long as the log keeps what it tells. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const REMOVED_AT_ONCE = 500;

/** Delivers what both topics tell, from where the destination stands, and tries again what waits. */
export const tendDestination = async (needs: TendingNeeds): Promise<Tended> => {
  const stopping = new AbortController();
  const { waiting, failed } = await needs.deliveries.counts(scopeOf(needs), needs.rules.name);
  const held = { waiting, failed };
  const parts = {
    ...needs,
    held,
    send: gatheringSender(needs.open.sender, (seen) => areAsSeen(needs, seen)),
    breaker: createDestinationBreaker(needs),
    removalLock: createGroupLock<'delivering' | 'removing'>(),
    noteLock: createKeyedMutex(),
    moment: createMoments(needs.clock),
    tryDeadline: () => needs.hold.tryDeadline(needs.open.sendMs),
    stopping: stopping.signal,
  };
  needs.metrics.holds(held);
  const runner = startWaitingRunner(parts);
  const reviewer = startReviewer(parts);
  const subscriptions = await subscribe(needs, (topic) =>
    deliverySubscriber({ ...parts, wake: runner.wake, lost: reviewer.lost }, topic),
  );
  return {
    isDelivering: () => subscriptions.every((subscription) => subscription.isDelivering()),
    tidy: async () => {
      const longAgo = needs.clock() - KEPT_MS;
      await needs.deliveries.removeFailedBefore(scopeOf(needs), needs.rules.name, longAgo, REMOVED_AT_ONCE);
      Object.assign(held, await needs.deliveries.counts(scopeOf(needs), needs.rules.name));
      needs.metrics.holds(held);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all([
        runner.stop(),
        reviewer.stop(),
        ...subscriptions.map((subscription) => subscription.stop()),
      ]);
      await needs.open.sender.close();
    },
  };
};

const subscribe = (
  { log, rules }: TendingNeeds,
  subscriberOf: (topic: string) => ReturnType<typeof deliverySubscriber>,
): Promise<readonly Subscription[]> =>
  Promise.all(
    [CHANGES_TOPIC, TRACKING_TOPIC].map((topic) =>
      // A group of its own for each topic: members of one group are given partitions of all its topics.
      log.subscribe(topic, `activation.${rules.account}.${rules.name}.${topic}`, subscriberOf(topic)),
    ),
  );
