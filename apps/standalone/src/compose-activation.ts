import { createSenders } from '@kith/composition/senders';
import { openDestinationWith, startActivation, type Activation } from '@kith/destinations';
import type { Configuration } from '@kith/contracts';
import type { EmbeddedStore } from '@kith/embedded';
import type { Live, Process } from '@kith/platform';
import type { Expressions } from '@kith/ports';

/** What activation shares with the other features. */
export interface ActivationFoundation extends Process {
  readonly configuration: Live<Configuration>;
  readonly store: EmbeddedStore;
  readonly expressions: Expressions;
}

/** One process at a time has the data directory: the next one takes care of the destinations at once. */
const HOLDER = 'standalone';

/** Starts handing on over the embedded store and log. */
export const composeActivation = (foundation: ActivationFoundation): Activation => {
  const { configuration, store, expressions, logger, metrics, lifecycle } = foundation;
  const { profiles, deliveries, tracking, log } = store;
  const senders = createSenders({ configuration, logger });
  const openDestination = openDestinationWith({ senders, expressions, clock: Date.now });
  const shared = { configuration, profiles, deliveries, tracking, log, expressions, logger, metrics };
  const activation = startActivation({ ...shared, openDestination, holder: HOLDER });
  // No check of readiness: a destination that cannot be opened is no reason to turn visitors away.
  lifecycle.onClose('activation', activation.stop);
  return activation;
};
