import type { Deadline } from '@kith/ports';
import type { Circuit } from './circuit.ts';
import type { RedisClient } from './redis-client.ts';

/** Calls that end soon, whatever the server does. */
export interface BoundedCalls {
  /** What the call gives, or the other value where it fails, takes too long or need not even be tried. */
  orElse<T>(deadline: Deadline, otherwise: T, call: () => Promise<T>): Promise<T>;
}

export interface BoundedCallsOptions {
  readonly client: Pick<RedisClient, 'status'>;
  readonly circuit: Circuit;
  /** The longest that anybody waits for the server, in milliseconds. */
  readonly answerMs: number;
}

/** A server that is away, or known not to answer, costs a caller nothing. */
export const createBoundedCalls = ({ client, circuit, answerMs }: BoundedCallsOptions): BoundedCalls => ({
  orElse(deadline, otherwise, call) {
    const patience = Math.min(answerMs, deadline.remainingMs());
    if (patience <= 0 || client.status !== 'ready' || !circuit.allows()) return Promise.resolve(otherwise);
    return new Promise((resolve) => {
      let waiting = true;
      const end = (succeeded: boolean, value: typeof otherwise): void => {
        if (!waiting) return;
        waiting = false;
        clearTimeout(timer);
        if (succeeded) circuit.succeeded();
        else circuit.failed();
        resolve(value);
      };
      const timer = setTimeout(end, patience, false, otherwise);
      call().then(
        (value) => end(true, value),
        () => end(false, otherwise),
      );
    });
  },
});
