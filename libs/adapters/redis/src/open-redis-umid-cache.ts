import {
  createCircuitBreaker,
  createThrottle,
  deadlineIn,
  UNCOUNTED_CALLS,
  within,
  type CallMetrics,
} from '@kith/platform';
import { Unavailable, type UmidCache } from '@kith/ports';
import { createBoundedCalls } from './bounded-calls.ts';
import { createOwedWrites } from './owed-writes.ts';
import { createRedisClient, type RedisClient } from './redis-client.ts';
import { createRedisUmidCache } from './redis-umid-cache.ts';

/** What the cache is opened with; what is left out has its default. */
export interface RedisUmidCacheOptions {
  /** `redis://`, `rediss://`, `redis+cluster://NODE,NODE` or `rediss+cluster://NODE,NODE`. */
  readonly url: string;
  /**
   * Told when the connection is lost, once when the server begins not to answer, and now and then of what it refuses.
   */
  readonly onError?: (error: unknown) => void;
  /** Hears of every call to the server. */
  readonly calls?: CallMetrics;
  /** In milliseconds. */
  readonly timeouts?: Partial<RedisTimeouts>;
}

/** Bounds, in milliseconds. */
export interface RedisTimeouts {
  /** The longest that a caller waits for an answer; 50 by default. */
  readonly answer: number;
  /** How long making a connection may take, and opening the cache in all; 1,000 by default. */
  readonly connect: number;
  /** After which silence a connection that owes an answer is made anew; 2,000 by default. */
  readonly silence: number;
  /** How often a server that does not answer is tried; 500 by default. */
  readonly retry: number;
}

/** A umid cache in Redis. */
export interface RedisUmidCache {
  readonly cache: UmidCache;
  /** Whether the server is connected and answers. An app can do its work without. */
  readonly isReady: () => boolean;
  readonly close: () => Promise<void>;
}

const TIMEOUTS: RedisTimeouts = { answer: 50, connect: 1_000, silence: 2_000, retry: 500 };
const FAILURES_TO_OPEN = 5;
const MAX_OWED = 10_000;
const REFUSALS_TOLD_EVERY_MS = 10_000;

/**
 * Opens the cache; where the server is not there, it is open all the same, misses everything and connects when the
 * server comes. Throws `TypeError` for a URL that is none.
 */
export const openRedisUmidCache = async (options: RedisUmidCacheOptions): Promise<RedisUmidCache> => {
  const { url, onError = () => undefined } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const client = createRedisClient(url, { connectMs: timeouts.connect, silenceMs: timeouts.silence });
  const clock = (): number => performance.now();
  const onOpen = (): void =>
    onError(
      new Unavailable('redis', `does not answer within ${timeouts.answer} ms: it is left alone for a while`),
    );
  const breaker = createCircuitBreaker({
    clock,
    failuresToOpen: FAILURES_TO_OPEN,
    probePauseMs: () => timeouts.retry,
    onOpen,
  });
  // A server that refuses one call refuses them all: one in a while says enough.
  const maySay = createThrottle(clock, REFUSALS_TOLD_EVERY_MS);
  const calls = createBoundedCalls({
    client,
    breaker,
    counted: options.calls ?? UNCOUNTED_CALLS,
    answerMs: timeouts.answer,
    onRefusal: (error) => {
      if (maySay()) onError(error);
    },
  });
  const owed = createOwedWrites({ clock, most: MAX_OWED });
  client.on('error', onError);
  client.on('ready', () => {
    breaker.succeeded();
    void owed.settle();
  });
  await within(deadlineIn(timeouts.connect), 'Redis', client.connect()).catch(() => undefined);
  return {
    cache: createRedisUmidCache({ client, calls, owed }),
    isReady: () => client.status === 'ready' && !breaker.isOpen(),
    close: () => closeClient(client, timeouts.connect),
  };
};

/** What was asked before is answered first, in a healthy system. */
const closeClient = async (client: RedisClient, timeoutMs: number): Promise<void> => {
  if (client.status === 'ready') {
    await within(deadlineIn(timeoutMs), 'leaving Redis', client.quit()).catch(() => undefined);
  }
  client.disconnect();
};
