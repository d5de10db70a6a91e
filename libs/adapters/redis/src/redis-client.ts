import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisPlace } from './redis-url.ts';
import { createBackOff } from '@kith/platform';

export type RedisClient = Redis | Cluster;

/** Bounds of the connection, in milliseconds. */
export interface ConnectionTimeouts {
  /** How long making a connection may take. */
  readonly connectMs: number;
  /** After which silence a connection that owes an answer is given up. */
  readonly silenceMs: number;
}

const reconnectAfter = createBackOff({ firstMs: 50, maxMs: 2_000 });

/**
 * A client that is not connected yet, of one server or of a Redis Cluster (`redis+cluster://`). It connects again for
 * ever, with growing pauses; what it is asked meanwhile fails at once and is never queued.
 */
export const createRedisClient = (url: string, timeouts: ConnectionTimeouts): RedisClient => {
  const place = parseRedisUrl(url);
  return place.isCluster
    ? clusterOf(place, timeouts)
    : new Redis({ ...place.nodes[0], ...options(place, timeouts) });
};

const options = (
  { username, password, tls, database }: RedisPlace,
  { connectMs, silenceMs }: ConnectionTimeouts,
): RedisOptions => ({
  ...(username === null ? {} : { username }),
  ...(password === null ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
  db: database,
  connectTimeout: connectMs,
  socketTimeout: silenceMs,
  lazyConnect: true,
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  // These are gathered before they come here.
  autoPipeliningIgnoredCommands: ['mget', 'evalsha', 'eval'],
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  // The driver would tell the server its name, for which a user would need a right of its own.
  disableClientInfo: true,
  retryStrategy: reconnectAfter,
  // A failover leaves us at a server that takes no writes: connect again and be led to the one that does.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
});

const clusterOf = (place: RedisPlace, timeouts: ConnectionTimeouts): Cluster => {
  // Those that concern the cluster as a whole are its own options, not the nodes'.
  const { lazyConnect, enableOfflineQueue, enableAutoPipelining, retryStrategy, ...ofNodes } = options(
    place,
    timeouts,
  );
  return new Cluster([...place.nodes], {
    lazyConnect: lazyConnect === true,
    enableOfflineQueue: enableOfflineQueue === true,
    enableAutoPipelining: enableAutoPipelining === true,
    clusterRetryStrategy: reconnectAfter,
    slotsRefreshTimeout: timeouts.connectMs,
    // Nobody waits longer than some milliseconds for a cache: a command is not worth many tries.
    maxRedirections: 3,
    redisOptions: ofNodes,
    // Names of nodes stay names, so that certificates match.
    ...(place.tls ? { dnsLookup: (address, found) => found(null, address) } : {}),
  });
};
