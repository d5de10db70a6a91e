import { trackingRequirements } from '@kith/domain/pipeline';
import { deadlineIn, startWakeableLoop, type Live, type Logger, type Metrics } from '@kith/platform';
import type {
  Deadline,
  DestinationAdministration,
  DestinationStores,
  EventLog,
  Expressions,
  ProfileReader,
  TrackingStore,
} from '@kith/ports';
import { createDestinationMetrics, tellDestinationLag } from './sending/destination-metrics.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './sending/retry-policy.ts';
import { createDestinationAdministration } from './destination-administration.ts';
import { keepDestination, type Keeper, type KeeperDeps } from './keeping/destination-keeper.ts';
import type { DestinationsConfiguration, OpenDestinationOf } from './transforming/destination.ts';
import { inSegmentBy } from './sending/eligibility.ts';
import { datedBy, keyOf, type DatedConfiguration } from './keeping/dated-configuration.ts';
import { DEFAULT_CAPACITY, type Capacity } from './taking/capacity.ts';
import { warnOfStranded } from './keeping/warn-of-stranded.ts';

export interface DestinationsDeps {
  readonly profiles: Pick<ProfileReader, 'load' | 'activities'>;
  readonly destinations: DestinationStores;
  readonly log: Pick<EventLog, 'subscribe'>;
  /** What the resolver has recorded, and how far it has come. */
  readonly tracking: Pick<TrackingStore, 'position' | 'state'>;
  readonly expressions: Expressions;
  readonly configuration: Live<DestinationsConfiguration>;
  readonly openDestination: OpenDestinationOf;
  /**
   * Names this process: a destination is in the hands of one at a time. Where only one can run on the data, the same
   * name at each start gets it going again at once after a kill.
   */
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
  /** From 0 to less than 1: spreads what would else be tried at once. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How long is tried; Standard Webhooks' advice when left out. */
  readonly retryPolicy?: RetryPolicy;
  /** How much may wait; when left out as much as a store takes without noticing. */
  readonly capacity?: Capacity;
}

/** The feature at work. */
export interface RunningDestinations {
  readonly administration: DestinationAdministration;
  /** Whether every destination that is this process's is being delivered to, or paused. */
  readonly isReady: () => boolean;
  /** Ends after the deliveries that are under way. */
  stop(): Promise<void>;
}

/** How long one call to a store may take, in milliseconds, before it is tried again. */
const STORE_CALL_MS = 10_000;
/** How soon a new configuration is noticed that nobody told of. */
const LOOK_MS = 500;

/**
 * Delivers what the log tells to all destinations of the configuration, each by itself
 * (docs/behaviour.md#9-destinations).
 */
export const startDestinations = (deps: DestinationsDeps): RunningDestinations => {
  const common = commonDepsOf(deps);
  const dated = datedBy(deps.clock);
  // What is derived anew is about to come into force: nobody waits for the next look.
  const configuration = deps.configuration.map<DatedConfiguration>((rules, before) => {
    if (before !== undefined) loop.wake();
    return dated(rules, before);
  });
  const keepers = createKeepers(common);
  tellDestinationLag(deps.metrics, keepers.lags, deps.clock);
  const loop = startWakeableLoop({
    turn: async () => {
      await keepers.follow(configuration.current());
      return LOOK_MS;
    },
  });
  return {
    administration: createDestinationAdministration(deps),
    isReady: keepers.areWell,
    stop: async () => {
      await loop.stop();
      await keepers.leaveAll();
    },
  };
};

const callDeadline = (): Deadline => deadlineIn(STORE_CALL_MS);

/** What all keepers have in common. */
type Common = Omit<KeeperDeps, 'rules' | 'account' | 'configuredAt' | 'requiredBy' | 'store'> &
  Pick<DestinationsDeps, 'destinations'>;

const commonDepsOf = (deps: DestinationsDeps): Common => ({
  ...deps,
  retryPolicy: deps.retryPolicy ?? DEFAULT_RETRY_POLICY,
  capacity: deps.capacity ?? DEFAULT_CAPACITY,
  inSegment: inSegmentBy(deps.expressions, deps.clock),
  metricsOf: createDestinationMetrics(deps.metrics),
  callDeadline,
});

/** A configuration that was read again is begun with when everything of the one before has ended. */
const createKeepers = (common: Common) => {
  let kept: DatedConfiguration | null = null;
  let keepers: readonly Keeper[] = [];
  const leaveAll = async (): Promise<void> => {
    await Promise.all(keepers.map((keeper) => keeper.stop()));
    keepers = [];
  };
  return {
    lags: () => keepers.flatMap((keeper) => keeper.lags()),
    areWell: () => keepers.every((keeper) => keeper.isWell()),
    follow: async (present: DatedConfiguration): Promise<void> => {
      if (present === kept) return;
      await leaveAll();
      keepers = keepAll(common, present);
      kept = present;
      await warnOfStranded(common, present.rules);
    },
    leaveAll,
  };
};

const keepAll = (
  common: Common,
  { rules: { accounts, pipelines, destinations }, configuredAt }: DatedConfiguration,
): readonly Keeper[] => {
  const requiredBy = (pipeline: string): readonly string[] => {
    const rules = pipelines.get(pipeline);
    return rules === undefined ? [] : trackingRequirements(rules);
  };
  return destinations.flatMap((rules) => {
    const account = accounts.get(rules.account);
    const store = common.destinations.of({ account: rules.account, destination: rules.name });
    const own = { rules, store, configuredAt: configuredAt.get(keyOf(rules))!, requiredBy };
    return account === undefined ? [] : [keepDestination({ ...common, ...own, account })];
  });
};
