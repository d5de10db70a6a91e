import { performance } from 'node:perf_hooks';
import { type CallFailure, type CallMetrics, type CircuitBreaker } from '@kith/platform';
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
  /** Hears of every call, and of those that need not be tried. */
  readonly counted: CallMetrics;
  /** The longest that anybody waits for the server, in milliseconds. */
  readonly answerMs: number;
  /** Told where the server answered with an error: it is there, but does not do as it is asked. */
  readonly onRefusal: (error: unknown) => void;
}

/** A server that is away, or known not to answer, costs a caller nothing. */
export const createBoundedCalls = ({
  client,
  breaker,
  counted,
  answerMs,
  onRefusal,
}: BoundedCallsOptions): BoundedCalls => ({
  orElse(deadline, otherwise, call) {
    const waitMs = Math.min(answerMs, deadline.remainingMs());
    if (waitMs <= 0) return Promise.resolve(otherwise);
    if (client.status !== 'ready' || !breaker.allows()) {
      counted.skipped();
      return Promise.resolve(otherwise);
    }
    const began = performance.now();
    return new Promise((resolve) => {
      let waiting = true;
      const end = (failure: CallFailure | undefined, value: typeof otherwise): void => {
        if (!waiting) return;
        waiting = false;
        clearTimeout(timer);
        counted.ended(performance.now() - began, failure);
        // Who refuses is there.
        if (failure === undefined || failure === 'refused') breaker.succeeded();
        else breaker.failed();
        resolve(value);
      };
      // After a stall of this very process the answer may lie there unread: it is read before the immediate runs.
      const timer = setTimeout(() => setImmediate(end, 'late', otherwise), waitMs);
      call().then(
        (value) => end(undefined, value),
        (error: unknown) => {
          if (isRefusal(error)) onRefusal(error);
          end(isRefusal(error) ? 'refused' : 'unreachable', otherwise);
        },
      );
    });
  },
});

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';
