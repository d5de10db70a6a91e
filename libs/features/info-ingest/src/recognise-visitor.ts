import { isEmptyConsent } from '@kith/domain/consent';
import { sectionsOf } from '@kith/domain/answer';
import type { InfoSections } from '@kith/domain/answer';
import { deriveFirstUmid, deriveRetryKey } from '@kith/domain/identity';
import type { Mac, Umdid } from '@kith/domain/identity';
import { NO_ACTIVITY } from '@kith/domain/tracking';
import type { CacheEntry, Resolver, Scope, UmidCache } from '@kith/ports';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';

/** Whom a request comes from, and what the answer may show. */
export interface Visitor {
  readonly umdid: Umdid;
  readonly entry: CacheEntry;
  readonly sections: InfoSections;
  /** The device's first visit, which the log has yet to carry to the resolver. */
  readonly isFirstVisit: boolean;
}

/** What recognising a visitor takes. */
export interface Recognising {
  readonly cache: UmidCache;
  readonly resolver: Resolver;
  readonly mac: Mac;
  readonly newUmdid: () => Umdid;
  readonly metrics: IngestMetrics;
}

/**
 * Recognises the visitor with as little as the request needs: a first visit without identifiers needs no look-up, a
 * returning visitor's tracking one round trip to the cache, and everything that must be true when the answer is read
 * one call to the resolver (architecture, The way of one request).
 */
export const recogniseVisitor = async (
  deps: Recognising,
  scope: Scope,
  request: InfoRequest,
): Promise<Visitor> => {
  const { device } = request;
  if (device === null && !changesProfile(request)) return firstVisit(deps, scope, request);
  if (device !== null && !changesProfile(request) && request.sections.length === 0) {
    const { entry, redirected } = await deps.cache.recognise(scope, device.umdid, device.umid);
    if (entry !== null && !redirected) {
      deps.metrics.returning('cache');
      return { umdid: device.umdid, entry, sections: {}, isFirstVisit: false };
    }
  }
  return resolve(deps, scope, request);
};

const changesProfile = ({ identifiers, consent }: InfoRequest): boolean =>
  identifiers.length > 0 || !isEmptyConsent(consent);

const firstVisit = (deps: Recognising, scope: Scope, { pipeline, sections }: InfoRequest): Visitor => {
  const umdid = deps.newUmdid();
  const entry: CacheEntry = {
    umid: deriveFirstUmid(deps.mac, scope.account, umdid),
    state: 'visitor',
    type: 0,
    permissions: {},
    bindingVersion: 0,
    profileVersion: 0,
  };
  deps.metrics.firstVisit();
  const material = { account: pipeline.account, profile: NOTHING_KNOWN, activity: NO_ACTIVITY, linked: [] };
  return { umdid, entry, sections: sectionsOf(material, sections), isFirstVisit: true };
};

const NOTHING_KNOWN = { identifiers: [], permissions: {}, acknowledged: [], recentAcknowledgements: [] };

const resolve = async (deps: Recognising, scope: Scope, request: InfoRequest): Promise<Visitor> => {
  const umdid = request.device?.umdid ?? deps.newUmdid();
  const { idempotencyKey } = request;
  const { entry, sections } = await deps.resolver.resolve(scope, {
    pipeline: request.pipeline.name,
    umdid,
    freshDevice: request.device === null,
    identifiers: request.identifiers,
    consent: request.consent,
    sections: request.sections,
    retryKey: idempotencyKey === null ? null : deriveRetryKey(deps.mac, scope.account, umdid, idempotencyKey),
    receivedAt: request.receivedAt,
    requestId: request.requestId,
  });
  deps.metrics.returning('resolver');
  return { umdid, entry, sections, isFirstVisit: false };
};
