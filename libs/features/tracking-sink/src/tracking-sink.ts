import { TRACKING_TOPIC } from '@kith/contracts';
import type { LogSubscriber, Subscription } from '@kith/ports';
import { appendDeadLetters } from './dead-letters/append-dead-letters.ts';
import { createVisitorMemory } from './folding/visitor-memory.ts';
import { recordBatch, type Optimism, type PartitionState, type TrackingSinkDeps } from './record-batch.ts';

/** So many batches are asked about after one of which something was left out, or whose first try was refused. */
const PESSIMISTIC_BATCHES = 32;

/**
 * Starts the consumer that writes tracking events into the store with effect exactly once: the position moves in the
 * same transaction as the effects, known event ids change nothing, and what can never succeed goes to the dead letters
 * without blocking its partition (docs/behaviour.md#dead-letters).
 */
export const startTrackingSink = (deps: TrackingSinkDeps): Promise<Subscription> =>
  deps.log.subscribe(TRACKING_TOPIC, 'identity-resolver', subscriberOf(deps));

const subscriberOf = (deps: TrackingSinkDeps): LogSubscriber => {
  const partitions = new Map<number, PartitionState>();
  const stateOf = (partition: number): PartitionState =>
    partitions.get(partition) ?? {
      position: 0,
      deadLetters: appendDeadLetters(deps),
      optimism: createOptimism(),
      memory: createVisitorMemory(),
    };
  const moveTo = (position: number, partition: number, state: PartitionState): void => {
    state.deadLetters.reached(position);
    partitions.set(partition, { ...state, position });
  };
  return {
    startAt: async (partition) => {
      const position = await deps.tracking.position(deps.callDeadline(), TRACKING_TOPIC, partition);
      // Somebody else may have had the partition since, or a batch may have failed half-way.
      moveTo(position, partition, { ...stateOf(partition), memory: createVisitorMemory() });
      return position;
    },
    take: async (batch) => {
      const state = stateOf(batch.partition);
      await recordBatch(deps, batch, state);
      moveTo(batch.next, batch.partition, state);
    },
  };
};

const createOptimism = (): Optimism => {
  let pessimisticLeft = 0;
  return {
    isOptimistic: () => pessimisticLeft === 0,
    recorded: (wasInVain) => {
      pessimisticLeft = wasInVain ? PESSIMISTIC_BATCHES : Math.max(0, pessimisticLeft - 1);
    },
  };
};
