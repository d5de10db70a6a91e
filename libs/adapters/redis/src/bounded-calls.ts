import { type CircuitBreaker } from '@kith/platform';
import type { Deadline } from '@kith/ports';
import type { RedisClient } from './redis-client.ts';

/** Calls that end soon, whatever the server does. */
export interface BoundedCalls {
  /** What the call gives, or the other value where it fails, takes too long or need not even be tried. */
  orElse<T>(deadline: Deadline, otherwise: T, call: () => Promise<T>): Promise<T>;
}

export interface BoundedCallsOptions {
  readonly client: Pick<RedisClient, 'status'>;
  readonly breaker: CircuitBreaker;
  /** The longest that anybody waits for the server, in milliseconds. */
  readonly answerMs: number;
  /** Told where the server answered with an error: it is there, but does not do as it is asked. */
  readonly onRefusal: (error: unknown) => void;
}

/** A server that is away, or known not to answer, costs a caller nothing. */
export const createBoundedCalls = ({
  client,
  breaker,
  answerMs,
  onRefusal,
}: BoundedCallsOptions): BoundedCalls => ({
  orElse(deadline, otherwise, call) {
    const waitMs = Math.min(answerMs, deadline.remainingMs());
    if (waitMs <= 0 || client.status !== 'ready' || !breaker.allows()) return Promise.resolve(otherwise);
    return new Promise((resolve) => {
      let waiting = true;
      const end = (answered: boolean, value: typeof otherwise): void => {
        if (!waiting) return;
        waiting = false;
        clearTimeout(timer);
        if (answered) breaker.succeeded();
        else breaker.failed();
        resolve(value);
      };
      // After a stall of this very process the answer may lie there unread: it is read before the immediate runs.
      const timer = setTimeout(() => setImmediate(end, false, otherwise), waitMs);
      call().then(
        (value) => end(true, value),
        (error: unknown) => {
          if (isRefusal(error)) onRefusal(error);
          end(isRefusal(error), otherwise);
        },
      );
    });
  },
});

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';
