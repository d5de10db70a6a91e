import { type InfoSections, sectionsOf } from '@kith/domain/answer';
import { isEmptyConsent } from '@kith/domain/consent';
import { deriveFirstUmid, deriveRetryKeys, type Mac, type Macs, type Umdid } from '@kith/domain/identity';
import { keepingRequires, type PipelineRules, trackingRequirements } from '@kith/domain/pipeline';
import { NO_ACTIVITY } from '@kith/domain/tracking';
import {
  type CacheEntry,
  evaluateSegments,
  type Expressions,
  type ResolveCall,
  type Resolver,
  type Scope,
  type UmidCache,
} from '@kith/ports';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import type { InfoRequest } from '../reading/info-request.ts';

/**
 * With how little a request is answered (docs/architecture.md#the-way-of-one-request): without any look-up, by the
 * cache (and the resolver where the cache does not know the device, or has heard of a redirect), or by the resolver.
 */
export type ResolutionPath = 'firstVisit' | 'cache' | 'resolver';

/** Whom a request comes from, and what the answer may show. */
export interface Visitor {
  readonly umdid: Umdid;
  readonly entry: CacheEntry;
  readonly sections: InfoSections;
  /** The device's first visit, which the log has yet to carry to the resolver. */
  readonly isFirstVisit: boolean;
  /** A bot's of whom the pipeline stores nothing. */
  readonly isDropped?: boolean;
}

/** A request and its visitor: what is enriched, tracked and answered. */
export interface Visit {
  readonly scope: Scope;
  readonly request: InfoRequest;
  readonly visitor: Visitor;
}

/**
 * Whether the visitor may be kept: a pipeline can wait for a permission, given in this request or earlier, and until
 * then sets no cookie, stores no profile and tracks nothing (docs/behaviour.md#a-cookie-that-waits-for-a-permission).
 */
export const mayKeep = (pipeline: PipelineRules, { entry, isDropped = false }: Visitor): boolean => {
  const required = keepingRequires(pipeline);
  return !isDropped && (required === null || entry.permissions[required] === true);
};

export interface RecogniseDeps {
  readonly cache: UmidCache;
  readonly resolver: Resolver;
  readonly expressions: Expressions;
  readonly mac: Mac;
  readonly macs: Macs;
  /** A random id of the shape of a umdid. */
  readonly newId: () => string;
  readonly metrics: IngestMetrics;
}

/**
 * Recognises the visitor with as little as the request needs: a first visit without identifiers needs no look-up, a
 * returning visitor's tracking one round trip to the cache, and everything that must be true when the answer is read
 * one call to the resolver (docs/architecture.md#the-way-of-one-request).
 */
export const recogniseVisitor = async (
  deps: RecogniseDeps,
  scope: Scope,
  request: InfoRequest,
): Promise<Visitor> => {
  switch (resolutionPath(request)) {
    case 'firstVisit':
      deps.metrics.firstVisit();
      return firstVisit(deps, scope, request);
    case 'cache':
      return (await fromCache(deps, scope, request)) ?? resolve(deps, scope, request);
    case 'resolver':
      return resolve(deps, scope, request);
  }
};

const fromCache = async (
  { cache, metrics }: RecogniseDeps,
  scope: Scope,
  { device, pipeline }: InfoRequest,
): Promise<Visitor | null> => {
  if (device === null) return null;
  const entry = await cache.recognise(scope, device.umdid, device.umid);
  if (entry === null || !decidesTracking(entry, pipeline)) return null;
  metrics.returning('cache');
  return { umdid: device.umdid, entry, sections: {}, isFirstVisit: false };
};

/**
 * Keeps a first visit until the resolver has heard of it: in version 0, which never takes the place of what the resolver
 * tells of the same visitor.
 */
export const rememberFirstVisit = (
  cache: UmidCache,
  scope: Scope,
  { umdid, entry: { umid, state, type, permissions, bindingVersion, profileVersion } }: Visitor,
): Promise<void> =>
  cache.remember(scope, {
    devices: [{ umdid, umid, identifiedBy: type, bindingVersion }],
    profiles: [{ umid, state, strongest: type, permissions, version: profileVersion }],
  });

/** A bot that comes back is somebody new each time: nothing of it is stored anywhere. */
export const passingBot = async (
  deps: RecogniseDeps,
  scope: Scope,
  request: InfoRequest,
): Promise<Visitor> => ({
  ...(await firstVisit(deps, scope, request)),
  isDropped: true,
});

/**
 * Whether an entry says if the pipeline may track. One from before it required its permission says nothing of that, and
 * a customer whom it shows without one may have granted it elsewhere since, on another device or in a shop: the
 * resolver knows. A visitor has no other place, and what the sink drops may be sent to it.
 */
const decidesTracking = ({ permissions, state }: CacheEntry, pipeline: PipelineRules): boolean =>
  trackingRequirements(pipeline).every(
    (name) => permissions[name] === true || (permissions[name] === false && state === 'visitor'),
  );

const firstVisit = async (deps: RecogniseDeps, scope: Scope, request: InfoRequest): Promise<Visitor> => {
  const umdid = deps.newId() as Umdid;
  const entry: CacheEntry = {
    umid: deriveFirstUmid(deps.mac, scope.account, umdid),
    state: 'visitor',
    type: 0,
    permissions: Object.fromEntries(trackingRequirements(request.pipeline).map((name) => [name, false])),
    bindingVersion: 0,
    profileVersion: 0,
  };
  const sections = await firstSections(deps.expressions, scope, request);
  return { umdid, entry, sections, isFirstVisit: true };
};

const resolve = async (deps: RecogniseDeps, scope: Scope, request: InfoRequest): Promise<Visitor> => {
  const asked = request.device?.umdid ?? (deps.newId() as Umdid);
  const {
    umdid = asked,
    entry,
    sections,
  } = await deps.resolver.resolve(scope, resolveCallOf(deps.macs, asked, request));
  deps.metrics.returning('resolver');
  return { umdid, entry, sections, isFirstVisit: false };
};

const NOTHING_KNOWN = {
  state: 'visitor',
  identifiers: [],
  permissions: {},
  acknowledged: [],
  recentAcknowledgements: [],
} as const;

/** The sections of a first visit: those of a visitor of whom nothing is known, who may be in segments all the same. */
export const firstSections = async (
  expressions: Expressions,
  { deadline }: Scope,
  { pipeline, sections, receivedAt: now }: InfoRequest,
): Promise<InfoSections> => {
  const seen = { source: pipeline.name, createdAt: now, lastSeenAt: now };
  const material = {
    account: pipeline.account,
    profile: { ...NOTHING_KNOWN, ...seen },
    activity: NO_ACTIVITY,
    linked: [],
    now,
  };
  if (!sections.includes('attributes')) return sectionsOf(material, sections);
  const [segments] = await evaluateSegments(expressions, deadline, [material]);
  return sectionsOf({ ...material, ...(segments === undefined ? {} : { segments }) }, sections);
};

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
