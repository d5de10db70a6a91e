import type { Subscription } from '@kith/ports';
import type { Consumer, Kafka } from 'kafkajs';
import {
  createAssignedPartitions,
  type AssignedPartitions,
  type DeliveryDeps,
} from './assigned-partitions.ts';
import { METADATA_MAX_AGE_MS, RETRY, pauseAfter } from './kafka-client.ts';
import { deadlineIn, isInTime, pause, startWakeableLoop } from '@kith/platform';
import type { TopicEnds } from './topic-ends.ts';

export interface SubscriptionDeps extends Omit<DeliveryDeps, 'heartbeatMs'> {
  readonly kafka: Pick<Kafka, 'consumer'>;
  /** Makes the topic where it is absent. */
  readonly ensureTopic: () => Promise<void>;
  /** After which silence the group gives this consumer's partitions to others, in milliseconds. */
  readonly sessionTimeoutMs: number;
  readonly topicEnds: TopicEnds;
}

/** How long the others of a group wait for one that still takes a batch. */
const REBALANCE_TIMEOUT_MS = 30_000;
/** A fetch comes back at once with records; this is how soon a stop or a new position is heeded. */
const FETCH_WAIT_MS = 200;
const DEFAULT_PARTITIONS_AT_ONCE = 4;
/** A group that does not answer has not heard the farewell; it finds out by itself. */
const LEAVE_MS = 4_000;
/** How often the brokers are asked where the partitions end: who takes nothing hears it from nobody else. */
const LOOK_MS = 10_000;

/** Consumes as a member of the group until it is stopped; a consumer that fails is replaced, with growing pauses. */
export const startSubscription = (deps: SubscriptionDeps): Subscription => {
  const stopping = new AbortController();
  const member: Member = { partitions: null };
  const ended = supervise(deps, stopping.signal, member);
  const looks = startLooks(deps, member);
  return {
    lags: () => member.partitions?.lags() ?? [],
    isDelivering: () => member.partitions?.isDelivering() === true,
    async stop() {
      stopping.abort();
      await Promise.all([ended, isInTime(deadlineIn(LEAVE_MS), looks.stop())]);
    },
  };
};

const startLooks = ({ topic, topicEnds }: SubscriptionDeps, member: Member) =>
  startWakeableLoop({
    firstRestMs: LOOK_MS,
    turn: async () => {
      if (member.partitions !== null) member.partitions.end(await topicEnds(topic));
      return LOOK_MS;
    },
    // What is known grows old, and its age is told with it.
    onFailure: () => LOOK_MS,
  });

/** What the group has given to the consumer of the moment; null until it has joined. */
interface Member {
  partitions: AssignedPartitions | null;
}

const STOPPED = Symbol('stopped');

const supervise = async (deps: SubscriptionDeps, stop: AbortSignal, member: Member): Promise<void> => {
  const { topic, group, onError } = deps;
  let failures = 0;
  while (!stop.aborted) {
    const failure = await consume(deps, stop, (partitions) => {
      if (partitions !== null) failures = 0;
      member.partitions = partitions;
    });
    if (failure === STOPPED) return;
    failures += 1;
    onError(failure, { topic, group, attempt: failures });
    await pause(pauseAfter(failures), stop);
  }
};

/** Ends with the failure that ended the consumer, when nothing that it has delivered is being taken any more. */
const consume = async (
  deps: SubscriptionDeps,
  stop: AbortSignal,
  joined: (partitions: AssignedPartitions | null) => void,
): Promise<unknown> => {
  const heartbeatMs = deps.sessionTimeoutMs / 5;
  const consumer = newConsumer(deps, heartbeatMs);
  const partitions = createAssignedPartitions(consumer, { ...deps, heartbeatMs });
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    joined(partitions);
    partitions.assign(stop.aborted ? [] : (payload.memberAssignment[deps.topic] ?? []));
  });
  const crashed = nextCrash(consumer);
  const starting = start(consumer, deps, partitions, stop);
  const { stopped, forget } = whenStopped(stop);
  const failedStart = starting.then((failure) => failure ?? stopped);
  const failure = await Promise.race([crashed, failedStart, stopped]);
  forget();
  joined(null);
  await Promise.all([partitions.revoke(), isInTime(deadlineIn(LEAVE_MS), leave(consumer, starting))]);
  return failure;
};

const leave = async (consumer: Consumer, starting: Promise<unknown>): Promise<void> => {
  await consumer.disconnect().catch(() => undefined);
  // A start that was still under way may have connected again.
  await starting;
  await consumer.disconnect();
};

const newConsumer = ({ kafka, group, sessionTimeoutMs }: SubscriptionDeps, heartbeatMs: number): Consumer =>
  kafka.consumer({
    groupId: group,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    allowAutoTopicCreation: false,
    // The driver would start itself again after some failures and not after others.
    retry: { ...RETRY, restartOnFailure: async () => false },
  });

/** Ends with the failure to start, or with null when the consumer runs, until it crashes or is stopped. */
const start = async (
  consumer: Consumer,
  { topic, ensureTopic, subscriber }: SubscriptionDeps,
  partitions: AssignedPartitions,
  stop: AbortSignal,
): Promise<unknown> => {
  const steps = [
    ensureTopic,
    () => consumer.connect(),
    () => consumer.subscribe({ topic, fromBeginning: true }),
    () =>
      consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: subscriber.maxPartitionsAtOnce ?? DEFAULT_PARTITIONS_AT_ONCE,
        eachBatch: (fetched) => partitions.deliver(fetched),
      }),
  ];
  try {
    for (const step of steps) if (!stop.aborted) await step();
  } catch (error) {
    return error;
  }
  return null;
};

const nextCrash = (consumer: Consumer): Promise<unknown> =>
  new Promise((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
  });

interface StopListener {
  readonly stopped: Promise<typeof STOPPED>;
  /** To be called by whoever waits for it no longer: the signal outlives many consumers. */
  readonly forget: () => void;
}

const whenStopped = (stop: AbortSignal): StopListener => {
  let heed = (): void => undefined;
  const stopped = new Promise<typeof STOPPED>((resolve) => {
    heed = () => resolve(STOPPED);
  });
  if (stop.aborted) heed();
  stop.addEventListener('abort', heed, { once: true });
  return { stopped, forget: () => stop.removeEventListener('abort', heed) };
};
