import type { Umdid } from '@kith/domain/identity';
import type { PipelineRules, RateLimit } from '@kith/domain/pipeline';
import { tooManyRequests } from '@kith/platform';
import type { ForwardedRequest } from '@kith/platform';
import { addressBlock, isPublicAddress } from './address-block.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { createRateLimiter } from './rate-limiter.ts';

/** Holds visits to the pipeline's rate limits; each member throws a 429 `Problem` with `Retry-After`. */
export interface VisitLimits {
  /** Counts a request of an address; answers with the address. To be asked before anything is read. */
  ofAddress(pipeline: PipelineRules, request: ForwardedRequest): string;
  /** Counts a request of a recognised device. To be asked before anything takes effect. */
  ofDevice(pipeline: PipelineRules, address: string, umdid: Umdid): void;
}

/** What the limits are made with. */
export interface VisitLimitsParts {
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
export const createVisitLimits = ({ clientAddress, clock, seed, metrics }: VisitLimitsParts): VisitLimits => {
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
