import { deadlineIn, startWakeableLoop, type Logger } from '@kith/platform';
import type { AccountErasure } from '@kith/ports';
import { carryOut, type ErasureDeps } from './carry-out.ts';

/** How often erasures that somebody left are looked for, and how old they must be by then, in milliseconds. */
const INTERVAL_MS = 5_000;
/** How long one erasure is worked on before others get their turn, in milliseconds. */
const TURN_MS = 20_000;
const ERASURES_PER_TURN = 100;

export interface ErasureRunnerDeps extends ErasureDeps {
  readonly logger: Logger;
}

/**
 * Goes on with erasures that were begun and not finished: those of a process that was killed at once, at start, and
 * those that did not end within their call. Several processes may do so: every step counts once.
 */
export const startErasureRunner = (deps: ErasureRunnerDeps): { stop(): Promise<void> } => {
  let isStopped = false;
  let leftForMs = 0;
  const loop = startWakeableLoop({
    turn: async () => {
      await goOn(deps, leftForMs, () => isStopped);
      leftForMs = INTERVAL_MS;
      return INTERVAL_MS;
    },
  });
  return {
    stop: async () => {
      isStopped = true;
      await loop.stop();
    },
  };
};

const goOn = async (deps: ErasureRunnerDeps, leftForMs: number, isStopped: () => boolean): Promise<void> => {
  try {
    const unfinished = await deps.erasures.unfinished(deps.callDeadline(), ERASURES_PER_TURN);
    const left = unfinished.filter(({ erasure }) => erasure.at <= deps.clock() - leftForMs);
    for (const one of left) if (!isStopped()) await finish(deps, one, isStopped);
  } catch (error) {
    deps.logger.warn({ error }, 'an erasure waits: the store does not answer');
  }
};

const finish = async (
  deps: ErasureRunnerDeps,
  { account, erasure }: AccountErasure,
  isStopped: () => boolean,
): Promise<void> => {
  const turn = deadlineIn(TURN_MS);
  const until = { remainingMs: () => (isStopped() ? 0 : turn.remainingMs()) };
  const proof = await carryOut(deps, account, erasure, until);
  if (proof !== null) deps.logger.info({ account, erasure: erasure.id }, 'an erasure was completed');
};
