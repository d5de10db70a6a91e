import { trackingRequirements } from '@kith/domain/pipeline';
import { deadlineIn } from '@kith/platform';
import type { Live, Logger, Metrics } from '@kith/platform';
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
import { USUAL_PATIENCE } from './back-off.ts';
import type { Patience } from './back-off.ts';
import { createDestinationAdministration } from './destination-administration.ts';
import { keepDestination } from './keeping/destination-keeper.ts';
import type { Keeper, Keeping } from './keeping/destination-keeper.ts';
import type { ActivationConfiguration, OpenDestinationOf } from './transforming/destination.ts';
import { inSegmentBy } from './sending/in-segment.ts';
import { datedBy, placeOf } from './keeping/dated-configuration.ts';
import type { DatedConfiguration } from './keeping/dated-configuration.ts';
import { createPace } from './pace.ts';
import type { Pace } from './pace.ts';
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
  readonly patience?: Patience;
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
  const pace = createPace();
  const keepers: { current: readonly Keeper[] } = { current: [] };
  const dated = datedBy(Date.now);
  // What is derived anew is about to come into force: nobody waits for the next look.
  const configuration = needs.configuration.map<DatedConfiguration>((rules, before) => {
    pace.wake();
    return dated(rules, before);
  });
  const ended = supervise(configuration, keeping, keepers, pace);
  return {
    administration: createDestinationAdministration({ ...needs, clock: Date.now }),
    isReady: () => keepers.current.every((keeper) => keeper.isWell()),
    stop: async () => {
      pace.stop();
      await ended;
    },
  };
};

const callDeadline = (): Deadline => deadlineIn(STORE_CALL_MS);

type Common = Omit<Keeping, 'rules' | 'account' | 'configuredAt' | 'requiredBy'>;

const keepingOf = (needs: ActivationNeeds): Common => ({
  ...needs,
  patience: needs.patience ?? USUAL_PATIENCE,
  room: needs.room ?? USUAL_ROOM,
  inSegment: inSegmentBy(needs.expressions, Date.now),
  metricsOf: createActivationMetrics(needs.metrics),
  clock: Date.now,
  chance: Math.random,
  callDeadline,
});

/** A configuration that was read again is begun with when everything of the one before has ended. */
const supervise = async (
  configuration: Live<DatedConfiguration>,
  common: Common,
  keepers: { current: readonly Keeper[] },
  pace: Pace,
): Promise<void> => {
  let kept: DatedConfiguration | null = null;
  const leaveAll = async (): Promise<void> => {
    await Promise.all(keepers.current.map((keeper) => keeper.stop()));
    keepers.current = [];
  };
  while (!pace.isStopped()) {
    const present = configuration.current();
    if (present !== kept) {
      await leaveAll();
      keepers.current = keepAll(common, present);
      kept = present;
      await tellStranded(common, present.rules);
    }
    await pace.rest(LOOK_MS);
  }
  await leaveAll();
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
