import { startWakeableLoop } from '@kith/platform';
import type { DestinationState } from '@kith/ports';
import type { DestinationLag, DestinationMetrics } from '../sending/destination-metrics.ts';
import type { OpenDestinationOf } from '../transforming/destination.ts';
import { createLease, type Lease } from './lease.ts';
import { serveDestination, type ServedDestination, type ServeDeps } from './serve-destination.ts';

export interface KeeperDeps extends Omit<ServeDeps, 'open' | 'lease' | 'metrics'> {
  readonly openDestination: OpenDestinationOf;
  readonly holder: string;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
  readonly metricsOf: (account: string, destination: string) => DestinationMetrics;
}

/** A destination of the configuration that this process keeps, where nobody else does. */
export interface Keeper {
  /** Whether it is paused, held by another process, or delivering. */
  isWell(): boolean;
  /** How far it is behind, by topic; nothing where this process does not deliver to it. */
  lags(): readonly DestinationLag[];
  stop(): Promise<void>;
}

/** How soon a pause, a resumption or another process that was killed is noticed. */
const LOOK_MS = 1_000;
/** So many looks lie between two counts of what waits. */
const LOOKS_PER_COUNT = 10;

/**
 * Holds a destination whenever nobody else does, and delivers to it unless it is paused. Where it begins again at another
 * time, all of its partitions do, whether something comes or not. A destination that cannot be opened, or a store that
 * does not answer, is tried again for ever.
 */
export const keepDestination = (deps: KeeperDeps): Keeper => {
  const lease = createLease(deps);
  const state: KeeperState = { served: null, round: 0, isFailing: false, looks: 0 };
  const loop = startWakeableLoop({
    turn: async () => {
      await keep(deps, lease, state);
      return LOOK_MS;
    },
  });
  return {
    isWell: () => !state.isFailing && (state.served === null || state.served.isDelivering()),
    lags: () => state.served?.lags() ?? [],
    stop: async () => {
      await loop.stop();
      await leave(state);
      await lease.release().catch((error: unknown) => warn(deps, error, state));
    },
  };
};

interface KeeperState {
  served: ServedDestination | null;
  /** The round in which it was begun with. */
  round: number;
  isFailing: boolean;
  looks: number;
}

const keep = async (deps: KeeperDeps, lease: Lease, state: KeeperState): Promise<void> => {
  try {
    await look(deps, lease, state);
    state.isFailing = false;
  } catch (error) {
    warn(deps, error, state);
  }
  if (!lease.isHeld()) await leave(state);
};

const look = async (deps: KeeperDeps, lease: Lease, state: KeeperState): Promise<void> => {
  if (!(await lease.renew())) return leave(state);
  const { isPaused, round } = await stateOf(deps);
  if (isPaused || round !== state.round) await leave(state);
  if (isPaused) return;
  state.round = round;
  if (state.served === null) state.served = await begin(deps, lease);
  else if (++state.looks % LOOKS_PER_COUNT === 0) await state.served.tidy();
};

const stateOf = async (deps: KeeperDeps): Promise<DestinationState> => {
  const { rules, configuredAt, callDeadline } = deps;
  const { control } = deps.store;
  const first = { isPaused: rules.startsPaused, since: configuredAt };
  return (await control.state(callDeadline())) ?? control.open(callDeadline(), first);
};

const begin = async (deps: KeeperDeps, lease: Lease): Promise<ServedDestination> => {
  const { rules, account, metricsOf } = deps;
  const open = await deps.openDestination(rules, account);
  try {
    return await serveDestination({ ...deps, open, lease, metrics: metricsOf(rules.account, rules.name) });
  } catch (error) {
    await open.sender.close();
    throw error;
  }
};

const leave = async (state: KeeperState): Promise<void> => {
  const { served } = state;
  state.served = null;
  await served?.stop();
};

const warn = ({ logger, rules }: KeeperDeps, error: unknown, state: KeeperState): void => {
  if (!state.isFailing) {
    const of = { account: rules.account, destination: rules.name };
    logger.warn({ error, ...of }, 'the destination cannot be taken care of now; it is tried again');
  }
  state.isFailing = true;
};
