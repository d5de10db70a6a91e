import { startWakeableLoop } from '@kith/platform';
import type { DestinationState } from '@kith/ports';
import type { DestinationMetrics } from '../sending/destination-metrics.ts';
import type { OpenDestinationOf } from '../transforming/destination.ts';
import { createHold } from './lease.ts';
import type { Hold } from './lease.ts';
import { scopeOf } from '../sending/destination-deps.ts';
import { tendDestination } from './serve-destination.ts';
import type { Tended, TendingNeeds } from './serve-destination.ts';

export interface Keeping extends Omit<TendingNeeds, 'open' | 'hold' | 'metrics'> {
  readonly openDestination: OpenDestinationOf;
  readonly holder: string;
  readonly metricsOf: (account: string, destination: string) => DestinationMetrics;
}

/** A destination of the configuration in the hands of this process. */
export interface Keeper {
  /** Whether it is paused, held by another process, or delivering. */
  isWell(): boolean;
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
export const keepDestination = (parts: Keeping): Keeper => {
  const hold = createHold(parts, parts.holder);
  const state: KeeperState = { tended: null, round: 0, isFailing: false, looks: 0 };
  const loop = startWakeableLoop({
    turn: async () => {
      await keep(parts, hold, state);
      return LOOK_MS;
    },
  });
  return {
    isWell: () => !state.isFailing && (state.tended === null || state.tended.isDelivering()),
    stop: async () => {
      await loop.stop();
      await leave(state);
      await hold.release().catch((error: unknown) => tell(parts, error, state));
    },
  };
};

interface KeeperState {
  tended: Tended | null;
  /** The round in which it was begun with. */
  round: number;
  isFailing: boolean;
  looks: number;
}

const keep = async (parts: Keeping, hold: Hold, state: KeeperState): Promise<void> => {
  try {
    await look(parts, hold, state);
    state.isFailing = false;
  } catch (error) {
    tell(parts, error, state);
  }
  if (!hold.isHeld()) await leave(state);
};

const look = async (parts: Keeping, hold: Hold, state: KeeperState): Promise<void> => {
  if (!(await hold.keep())) return leave(state);
  const { isPaused, round } = await stateOf(parts);
  if (isPaused || round !== state.round) await leave(state);
  if (isPaused) return;
  state.round = round;
  if (state.tended === null) state.tended = await begin(parts, hold);
  else if (++state.looks % LOOKS_PER_COUNT === 0) await state.tended.tidy();
};

const stateOf = async ({ deliveries, rules, configuredAt, ...parts }: Keeping): Promise<DestinationState> => {
  const scope = () => scopeOf({ ...parts, rules });
  const first = { isPaused: rules.startsPaused, since: configuredAt };
  return (await deliveries.state(scope(), rules.name)) ?? deliveries.open(scope(), rules.name, first);
};

const begin = async (parts: Keeping, hold: Hold): Promise<Tended> => {
  const { rules, account, metricsOf } = parts;
  const open = await parts.openDestination(rules, account);
  try {
    return await tendDestination({ ...parts, open, hold, metrics: metricsOf(rules.account, rules.name) });
  } catch (error) {
    await open.sender.close();
    throw error;
  }
};

const leave = async (state: KeeperState): Promise<void> => {
  const { tended } = state;
  state.tended = null;
  await tended?.stop();
};

const tell = ({ logger, rules }: Keeping, error: unknown, state: KeeperState): void => {
  if (!state.isFailing) {
    const of = { account: rules.account, destination: rules.name };
    logger.warn({ error, ...of }, 'the destination cannot be taken care of now; it is tried again');
  }
  state.isFailing = true;
};
