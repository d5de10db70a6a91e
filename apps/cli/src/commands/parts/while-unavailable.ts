import { deadlineIn, pause } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { AppLeft } from '@kith/remote-calls';

/** How long a store or a resolver that does not answer is asked again, in milliseconds. */
const RETRY_FOR_MS = 60_000;
const AGAIN_MS = 500;

/**
 * Asks again, for a minute, where a store or a resolver does not answer: what is asked must be safe to be asked twice. An
 * app that has ended is not there, and is not asked again.
 */
export const askWhileUnavailable = async <T>(ask: () => Promise<T>): Promise<T> => {
  const until = deadlineIn(RETRY_FOR_MS);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isOver = until.remainingMs() <= 0 || error instanceof AppLeft;
      if (!(error instanceof Unavailable) || isOver) throw error;
    }
    await pause(AGAIN_MS);
  }
};
