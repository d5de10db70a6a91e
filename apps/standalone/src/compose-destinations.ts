import { createSenders } from '@kith/composition/senders';
import { openDestinationWith, startDestinations, type RunningDestinations } from '@kith/destinations';
import type { Configuration } from '@kith/contracts';
import type { EmbeddedStore } from '@kith/embedded';
import { steadyClock, type Live, type Process } from '@kith/platform';
import type { Expressions } from '@kith/ports';

/** What destinations share with the other features. */
export interface DestinationsFoundation extends Process {
  readonly configuration: Live<Configuration>;
  readonly store: EmbeddedStore;
  readonly expressions: Expressions;
}

/** One process at a time has the data directory: the next one takes care of the destinations at once. */
const HOLDER = 'standalone';

/** Starts delivering to destinations over the embedded store and log. */
export const composeDestinations = (foundation: DestinationsFoundation): RunningDestinations => {
  const { configuration, store, expressions, logger, metrics, lifecycle } = foundation;
  const { profiles, destinations, tracking, log } = store;
  const senders = createSenders({ configuration, logger });
  const openDestination = openDestinationWith({ senders, expressions, clock: Date.now });
  const common = { configuration, profiles, destinations, tracking, log, expressions, logger, metrics };
  const clocks = { clock: Date.now, steadyClock, random: Math.random };
  const running = startDestinations({ ...common, ...clocks, openDestination, holder: HOLDER });
  // No check of readiness: a destination that cannot be opened is no reason to turn visitors away.
  lifecycle.onClose('activation', running.stop);
  return running;
};
