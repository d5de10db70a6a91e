import { MAX_TIMER_MS } from './deadline.ts';

/** Work that is done again and again until it is stopped. */
export interface WakeableLoop {
  /** Ends the rest at hand; before a rest it leaves that out. */
  wake(): void;
  /** Ends when the turn at hand has; no other one begins. */
  stop(): Promise<void>;
}

/** The work of a loop, and how long it sleeps between. */
export interface WakeableLoopOptions {
  /** One turn; answers how many milliseconds to rest after it, `Infinity` until the loop is woken. */
  readonly turn: () => Promise<number>;
  /** How many milliseconds to rest before the first turn; none where it is left out. */
  readonly firstRestMs?: number;
  /**
   * Told of a turn that failed; `failures` counts those in a row. Answers how many milliseconds to rest after it. Where it
   * is left out, the first failure ends the loop, and `stop` rejects with it.
   */
  readonly onFailure?: (error: unknown, failures: number) => number;
}

/** Begins a loop at once, with its first turn where it does not rest before. Its rests keep no process alive. */
export const startWakeableLoop = (options: WakeableLoopOptions): WakeableLoop => {
  const { turn, firstRestMs, onFailure } = options;
  let isStopped = false;
  const rest = createRest();
  const run = async (): Promise<void> => {
    if (firstRestMs !== undefined) await rest.take(firstRestMs);
    for (let failures = 0; !isStopped;) {
      let restMs: number;
      try {
        restMs = await turn();
        failures = 0;
      } catch (error) {
        if (onFailure === undefined) throw error;
        failures += 1;
        restMs = onFailure(error, failures);
      }
      await rest.take(restMs);
    }
  };
  const ended = run();
  return {
    wake: rest.end,
    stop: async () => {
      isStopped = true;
      rest.end();
      await ended;
    },
  };
};

const createRest = () => {
  let isWoken = false;
  let go: () => void = () => undefined;
  return {
    end: (): void => {
      isWoken = true;
      go();
    },
    take: async (ms: number): Promise<void> => {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          go = resolve;
          if (ms === Infinity) return;
          const timer = setTimeout(resolve, Math.min(MAX_TIMER_MS, ms)).unref();
          go = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isWoken = false;
    },
  };
};
