import { CHANGES_TOPIC, TRACKING_TOPIC } from '@kith/contracts';
import type { DestinationRules, DeliveryContent } from '@kith/domain/destinations';
import { createGroupLock, createKeyedMutex, deadlineIn, silentLogger } from '@kith/platform';
import type { DestinationSender, DestinationStore, LogSubscriber, StoredRecord, Deadline } from '@kith/ports';
import { anAccount } from '@kith/testing';
import type { DestinationMetrics } from '../sending/destination-metrics.ts';
import type { OpenDestination } from '../transforming/destination.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from '../sending/retry-policy.ts';
import { deliverySubscriber, type SubscriberDeps } from '../taking/delivery-subscriber.ts';
import { areUnchanged } from '../sending/find-person.ts';
import { batchingSender } from '../sending/batching-sender.ts';
import { createDestinationBreaker } from '../sending/destination-breaker.ts';
import { createMoments } from './serve-destination.ts';
import { reviewEverybody } from '../reviewing/reviewer.ts';
import { DEFAULT_CAPACITY } from '../taking/capacity.ts';
import { runOnce } from '../delivering/retry-runner.ts';
import { ACCOUNT, PERMISSION, type World } from './world.fake.ts';

export const RULES: DestinationRules = {
  account: ACCOUNT,
  name: 'campaigns',
  events: new Set(['kith.consent.changed', 'kith.profile.merged', 'kith.tracking.page']),
  segment: null,
  requires: [PERMISSION],
  identifiers: new Set(['email']),
  transform: { kind: 'none' },
  startsPaused: false,
  target: {
    type: 'file',
    directory: '',
    format: { kind: 'ndjson' },
    rotation: { bytes: 1, ms: 1 },
    gzip: false,
  },
};

const callDeadline = (): Deadline => deadlineIn(60_000);

const UNCOUNTED: DestinationMetrics = {
  tried: () => undefined,
  failed: () => undefined,
  holds: () => undefined,
  sent: () => undefined,
};

/** What the feature stands on, slowed down as a test wants. */
export interface StageDeps {
  readonly world: World;
  readonly store: DestinationStore;
  readonly sender: DestinationSender;
  readonly clock: () => number;
  /** Every look at a profile waits for it. */
  readonly pass: () => Promise<void>;
  readonly rules?: Partial<DestinationRules>;
  /** What pipelines require. */
  readonly required?: Readonly<Record<string, readonly string[]>>;
  readonly inSegment?: SubscriberDeps['inSegment'];
  /** By default everything is recorded at once. */
  readonly tracking?: SubscriberDeps['tracking'];
  /** By default everything is sent as it is. */
  readonly transform?: OpenDestination['transform'];
  /** By default nothing is ever given up. */
  readonly retryPolicy?: RetryPolicy;
}

const EVERYTHING_RECORDED: SubscriberDeps['tracking'] = {
  position: async () => Infinity,
  state: async (_scope, ids) => ({ knownEvents: new Set(ids), activities: new Map() }),
};

/** One process that takes care of the destination; its steps run when the test says so. */
export interface Stage {
  /** Takes the next records of a topic, so many at most. */
  take(topic: 'changes' | 'tracking', most: number): Promise<void>;
  /** Looks at everybody of whom something was shared. */
  review(): Promise<void>;
  /** Tries what is due. */
  run(): Promise<void>;
}

export const createStage = (parts: StageDeps): Stage => {
  const { world, store, sender, clock, pass } = parts;
  const profiles: SubscriberDeps['profiles'] = {
    load: async (_scope, { umids = [] }) => {
      await pass();
      const found = umids.flatMap((umid) => {
        const profile = world.living(umid);
        return profile === null ? [] : [{ umid, profile }];
      });
      return { device: null, current: null, owners: [], holders: [], profiles: found };
    },
    activities: async () => [],
  };
  const finding = { profiles, rules: RULES, callDeadline };
  const deps: SubscriberDeps = {
    profiles,
    store,
    tracking: parts.tracking ?? EVERYTHING_RECORDED,
    log: {
      subscribe: async () => ({ isDelivering: () => true, lags: () => [], stop: async () => undefined }),
    },
    requiredBy: (pipeline) => parts.required?.[pipeline] ?? [],
    inSegment: parts.inSegment ?? (async () => true),
    retryPolicy: parts.retryPolicy ?? { ...DEFAULT_RETRY_POLICY, deliveryMs: Infinity, removalMs: Infinity },
    capacity: DEFAULT_CAPACITY,
    backlog: { waiting: 0, failed: 0 },
    clock,
    random: () => 0.5,
    callDeadline,
    tryDeadline: callDeadline,
    logger: silentLogger,
    rules: { ...RULES, ...parts.rules },
    configuredAt: clock(),
    account: anAccount({ name: ACCOUNT, permissions: new Set([PERMISSION]) }),
    open: {
      sendMs: 60_000,
      transform:
        parts.transform ??
        (async (_deadline, content: DeliveryContent) => ({ kind: 'made', payload: content })),
    },
    send: batchingSender(sender, (seen) => areUnchanged(finding, seen)),
    breaker: createDestinationBreaker({ retryPolicy: DEFAULT_RETRY_POLICY, clock, random: () => 0.5 }),
    removalLock: createGroupLock(),
    recordLock: createKeyedMutex(),
    moment: createMoments(clock),
    metrics: UNCOUNTED,
    stopping: new AbortController().signal,
    wake: () => undefined,
    lost: async () => store.control.setReviewed(callDeadline(), null),
  };
  const readers = {
    changes: createReader(CHANGES_TOPIC, deliverySubscriber(deps, CHANGES_TOPIC), world.changes),
    tracking: createReader(TRACKING_TOPIC, deliverySubscriber(deps, TRACKING_TOPIC), world.tracking),
  };
  return {
    take: (topic, most) => readers[topic](most),
    review: () => reviewEverybody(deps),
    run: async () => {
      await runOnce(deps);
    },
  };
};

/** As a log delivers: from where the subscriber says, and from there again where it throws. */
const createReader = (
  topic: string,
  subscriber: LogSubscriber,
  records: readonly StoredRecord[],
): ((most: number) => Promise<void>) => {
  let position: number | null = null;
  return async (most) => {
    position ??= await subscriber.startAt(0);
    const some = records.slice(position, position + most);
    if (some.length === 0) return;
    const next = position + some.length;
    position = null;
    await subscriber.take({ topic, partition: 0, records: some, next });
    position = next;
  };
};
