import { serverAddress, type CuttableProxy, type ServerPlace } from '@kith/testing';
import { Redis } from 'ioredis';
import { parseRedisUrl } from './redis-url.ts';

export const urlUnderTest = (): string => serverAddress('REDIS_URL');

export const redisPlace = (): ServerPlace => parseRedisUrl(urlUnderTest()).nodes[0]!;

/** The same server with the same credentials, through the proxy. */
export const urlThrough = (proxy: CuttableProxy): string => {
  const { host, port } = redisPlace();
  return urlUnderTest().replace(/[^/@]+(?=\/\d*$|$)/, (place) =>
    place.startsWith(host) || place.endsWith(`:${port}`) ? `${proxy.host}:${proxy.port}` : place,
  );
};

/** A client of the test's own, which sees what lies in the server. */
export const plainClient = (): Redis => new Redis(urlUnderTest());
