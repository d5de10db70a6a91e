import { trackingRequirements } from '@kith/domain/pipeline';
import { deadlineIn, type Live, type Logger, type Metrics, startWakeableLoop } from '@kith/platform';
import type {
  Deadline,
  DeliveryStore,
  DestinationAdministration,
  EventLog,
  Expressions,
  ProfileReader,
  TrackingStore,
} from '@kith/ports';
import { createActivationMetrics } from './sending/destination-metrics.ts';
import { DEFAULT_RETRY_POLICY } from './sending/retry-policy.ts';
import type { RetryPolicy } from './sending/retry-policy.ts';
import { createDestinationAdministration } from './destination-administration.ts';
import { keepDestination } from './keeping/destination-keeper.ts';
import type { Keeper, Keeping } from './keeping/destination-keeper.ts';
import type { ActivationConfiguration, OpenDestinationOf } from './transforming/destination.ts';
import { inSegmentBy } from './sending/in-segment.ts';
import { datedBy, placeOf } from './keeping/dated-configuration.ts';
import type { DatedConfiguration } from './keeping/dated-configuration.ts';
import { USUAL_ROOM } from './taking/capacity.ts';
import type { Room } from './taking/capacity.ts';
import { tellStranded } from './keeping/warn-of-stranded.ts';

/** What activation is built from. */
export interface ActivationNeeds {
  readonly profiles: Pick<ProfileReader, 'load' | 'activities'>;
  readonly deliveries: DeliveryStore;
  readonly log: Pick<EventLog, 'subscribe'>;
  /** What the resolver has recorded, and how far it has come. */
  readonly tracking: Pick<TrackingStore, 'position' | 'state'>;
  readonly expressions: Expressions;
  readonly configuration: Live<ActivationConfiguration>;
  readonly openDestination: OpenDestinationOf;
  /**
   * Names this process: a destination is in the hands of one at a time. Where only one can run on the data, the same
   * name at each start gets it going again at once after a kill.
   */
  readonly holder: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How long is tried; Standard Webhooks' advice when left out. */
  readonly retryPolicy?: RetryPolicy;
  /** How much may wait; when left out as much as a store takes without noticing. */
  readonly room?: Room;
}

/** The feature at work. */
export interface Activation {
  readonly administration: DestinationAdministration;
  /** Whether every destination that is this process's is being delivered to, or paused. */
  readonly isReady: () => boolean;
  /** Ends after the parcels that are under way. */
  stop(): Promise<void>;
}

/** How long one call to a store may take, in milliseconds, before it is tried again. */
const STORE_CALL_MS = 10_000;
/** How soon a new configuration is noticed that nobody told of. */
const LOOK_MS = 500;

/**
 * Hands on what the log tells to all destinations of the configuration, each by itself
 * (docs/behaviour.md#9-destinations).
 */
export const startActivation = (needs: ActivationNeeds): Activation => {
  const keeping = keepingOf(needs);
  const dated = datedBy(Date.now);
  // What is derived anew is about to come into force: nobody waits for the next look.
  const configuration = needs.configuration.map<DatedConfiguration>((rules, before) => {
    if (before !== undefined) loop.wake();
    return dated(rules, before);
  });
  const keepers = createKeepers(keeping);
  const loop = startWakeableLoop({
    turn: async () => {
      await keepers.follow(configuration.current());
      return LOOK_MS;
    },
  });
  return {
    administration: createDestinationAdministration({ ...needs, clock: Date.now }),
    isReady: keepers.areWell,
    stop: async () => {
      await loop.stop();
      await keepers.leaveAll();
    },
  };
};

const callDeadline = (): Deadline => deadlineIn(STORE_CALL_MS);

type Common = Omit<Keeping, 'rules' | 'account' | 'configuredAt' | 'requiredBy'>;

const keepingOf = (needs: ActivationNeeds): Common => ({
  ...needs,
  retryPolicy: needs.retryPolicy ?? DEFAULT_RETRY_POLICY,
  room: needs.room ?? USUAL_ROOM,
  inSegment: inSegmentBy(needs.expressions, Date.now),
  metricsOf: createActivationMetrics(needs.metrics),
  clock: Date.now,
  random: Math.random,
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
    areWell: () => keepers.every((keeper) => keeper.isWell()),
    follow: async (present: DatedConfiguration): Promise<void> => {
      if (present === kept) return;
      await leaveAll();
      keepers = keepAll(common, present);
      kept = present;
      await tellStranded(common, present.rules);
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
    const own = { rules, configuredAt: configuredAt.get(placeOf(rules))!, requiredBy };
    return account === undefined ? [] : [keepDestination({ ...common, ...own, account })];
  });
};
