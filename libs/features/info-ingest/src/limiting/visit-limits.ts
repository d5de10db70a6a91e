import type { Umdid } from '@kith/domain/identity';
import type { PipelineRules, RateLimit } from '@kith/domain/pipeline';
import { tooManyRequests, type ForwardedRequest } from '@kith/platform';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Holds visits to the pipeline's rate limits; each member throws a 429 `Problem` with `Retry-After`. */
export interface VisitLimits {
  /** Counts a request of an address; answers with the address. To be asked before anything is read. */
  ofAddress(pipeline: PipelineRules, request: ForwardedRequest): string;
  /** Counts a request of a recognised device. To be asked before anything takes effect. */
  ofDevice(pipeline: PipelineRules, address: string, umdid: Umdid): void;
}

export interface VisitLimitsDeps {
  readonly clientAddress: (request: ForwardedRequest) => string;
  /** Milliseconds from any moment on; never goes back. */
  readonly clock: () => number;
  /** Random, 32 bits. */
  readonly seed: number;
  readonly metrics: Pick<IngestMetrics, 'limited'>;
}

/** Of each kind; some 800 KiB. */
const REMEMBERED_KEYS = 65_536;

/** Counts in this process alone, in a memory of fixed size (docs/behaviour.md#rate-limits). */
export const createVisitLimits = ({ clientAddress, clock, seed, metrics }: VisitLimitsDeps): VisitLimits => {
  const addresses = createRateLimiter({ clock, seed, keys: REMEMBERED_KEYS });
  const devices = createRateLimiter({ clock, seed, keys: REMEMBERED_KEYS });
  const refuseAfter = (waitMs: number, by: 'address' | 'device'): void => {
    if (waitMs === 0) return;
    metrics.limited(by);
    throw tooManyRequests(waitMs / 1_000);
  };
  return {
    ofAddress: ({ name, rateLimits: { perAddress } }, request) => {
      const address = clientAddress(request);
      if (applies(perAddress, address))
        refuseAfter(addresses(name, addressBlock(address), perAddress), 'address');
      return address;
    },
    ofDevice: ({ name, rateLimits: { perDevice } }, address, umdid) => {
      if (applies(perDevice, address)) refuseAfter(devices(name, umdid, perDevice), 'device');
    },
  };
};

/** A default meets public addresses alone. A connection that is gone has no address. */
const applies = ({ everywhere }: RateLimit, address: string): boolean =>
  address !== '' && (everywhere || isPublicAddress(address));

/** The part of an address that counts as one visitor: IPv4 whole; of IPv6 the first 64 bits, a line's own block. */
export const addressBlock = (address: string): string =>
  address.includes(':') ? ipv6Groups(address).slice(0, 4).join(':') : address;

const ipv6Groups = (address: string): readonly string[] => {
  const [head = [], tail] = (address.split('%')[0] ?? '').split('::').map(groupsOf);
  if (tail === undefined) return head;
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...zeros, ...tail];
};

const groupsOf = (text: string): readonly string[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [shortest(group)]));

const shortest = (group: string): string => parseInt(group, 16).toString(16);

const NOT_PUBLIC =
  /^(?:10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1?$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i;

/** Whether an address is one of the Internet: others are a load balancer, a proxy, or this machine itself. */
export const isPublicAddress = (address: string): boolean => !NOT_PUBLIC.test(address);
