import { isEmptyConsent } from '@kith/domain/consent';
import { deriveRetryKeys, type Macs, type Umdid } from '@kith/domain/identity';
import type { ResolveCall } from '@kith/ports';
import type { InfoRequest } from '../reading/info-request.ts';

/**
 * With how little a request is answered (docs/architecture.md#the-way-of-one-request): without any look-up, by the
 * cache (and the resolver where the cache does not know the device, or has heard of a redirect), or by the resolver.
 */
export type ResolutionPath = 'firstVisit' | 'cache' | 'resolver';

export const resolutionPath = (request: InfoRequest): ResolutionPath => {
  if (changesProfile(request)) return 'resolver';
  if (request.device === null) return 'firstVisit';
  return request.sections.length === 0 ? 'cache' : 'resolver';
};

const changesProfile = ({ identifiers, consent }: InfoRequest): boolean =>
  identifiers.length > 0 || !isEmptyConsent(consent);

/** What the edge asks of the resolver; `umdid` is the request's device, or a new one where it has none. */
export const resolveCallOf = (macs: Macs, umdid: Umdid, request: InfoRequest): ResolveCall => {
  const { pipeline, idempotencyKey: key } = request;
  return {
    pipeline: pipeline.name,
    umdid,
    hint: request.device?.umid,
    freshDevice: request.device === null,
    identifiers: request.identifiers,
    consent: request.consent,
    sections: request.sections,
    reading: request.reading,
    retryKeys: key === null ? [] : deriveRetryKeys(macs, pipeline.account.name, umdid, key),
    receivedAt: request.receivedAt,
    requestId: request.requestId,
  };
};
