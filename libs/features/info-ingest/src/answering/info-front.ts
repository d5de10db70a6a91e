import { keepingRequires } from '@kith/domain/pipeline';
import { deadlineIn, notFound, readBody, type Exchange, type Front, type Live } from '@kith/platform';
import type { BotDetection } from '@kith/ports';
import { allowOrigin, answerPreflight, writeAnswer } from './write-answer.ts';
import { isAnonymous, type InfoMessage, type InfoRequest } from '../reading/info-request.ts';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import { crossSite } from '../pipelines/own-site.ts';
import type { PipelineEntry } from '../pipelines/pipeline-entry.ts';
import { enrichVisit } from '../enriching/enrich-visit.ts';
import { type Enricher, isBot } from '../enriching/enricher.ts';
import { readInfoRequest, readResetRequest, restrictReading } from '../reading/read-info-request.ts';
import { passingBot, recogniseVisitor, type RecogniseDeps } from '../recognising/recognise-visitor.ts';
import { trackEvents, type TrackingDeps } from '../tracking/track-events.ts';
import type { UnknownPipeline } from '../pipelines/unknown-pipeline.ts';
import type { VisitLimits } from '../limiting/visit-limits.ts';
import { forgottenCookieHeader, readVisitorCookie } from '../pipelines/visitor-cookie.ts';

/** A pipeline, and what its steps of enrichment bring; null where it has none. */
export interface EnrichedPipeline extends PipelineEntry {
  readonly enricher: Enricher | null;
}

export interface InfoFrontDeps extends RecogniseDeps, TrackingDeps {
  /** By the names in their paths. */
  readonly pipelines: Live<ReadonlyMap<string, EnrichedPipeline>>;
  readonly limits: VisitLimits;
  readonly bots: BotDetection;
  readonly metrics: IngestMetrics;
  readonly unknownPipeline: UnknownPipeline;
}

const PATH = /^\/op\/([^/]+)\/(info|reset)$/;

/** Interface B: what stands under `/op/{pipeline}/`, answered in front of Express (docs/decisions/0006-front-routes.md). */
export const createInfoFront = (deps: InfoFrontDeps): Front => ({
  prefix: '/op/',
  handle: async (exchange) => {
    exchange.headers.push('Cache-Control', 'no-store');
    const [, name = '', operation] = PATH.exec(exchange.path) ?? [];
    if (operation === undefined) throw notFound();
    const entry = pipelineOf(deps, name);
    // Where there is no cookie, there is no device to give up.
    if (operation === 'reset' && entry.rules.cookie === null) throw notFound();
    switch (`${exchange.request.method} ${operation}`) {
      case 'OPTIONS info':
      case 'OPTIONS reset':
        return answerPreflight(exchange, entry.site);
      case 'GET info':
      case 'POST info':
        return answerInfo(deps, exchange, entry);
      case 'POST reset':
        return answerReset(deps, exchange, entry);
      default:
        throw notFound();
    }
  },
});

const pipelineOf = ({ pipelines, unknownPipeline }: InfoFrontDeps, name: string): EnrichedPipeline => {
  const present = pipelines.current();
  const entry = present.get(name);
  if (entry !== undefined) return entry;
  unknownPipeline(name, present.keys());
  throw notFound();
};

/** `GET|POST /op/{pipeline}/info`. */
const answerInfo = async (
  deps: InfoFrontDeps,
  exchange: Exchange,
  entry: EnrichedPipeline,
): Promise<void> => {
  const address = admit(deps, exchange, entry);
  const request = readInfoRequest(await messageOf(exchange, entry), entry, deps.metrics);
  if (request.device !== null) deps.limits.ofDevice(entry.rules, address, request.device.umdid);
  await answer(deps, exchange, entry, { request, address, isAnonymous: isAnonymous(request) });
};

/** `POST /op/{pipeline}/reset`: a fresh device and visitor; the old device keeps its profile. */
const answerReset = async (
  deps: InfoFrontDeps,
  exchange: Exchange,
  entry: EnrichedPipeline,
): Promise<void> => {
  const address = admit(deps, exchange, entry);
  const request = readResetRequest(await messageOf(exchange, entry), entry);
  const { cookie } = entry.rules;
  // Where a cookie waits for a permission, the new device gets none yet: the browser must forget the old one.
  if (cookie !== null && keepingRequires(entry.rules) !== null) {
    exchange.headers.push('Set-Cookie', forgottenCookieHeader(cookie, exchange.request.headers.host));
  }
  const isAnonymousCaller = typeof readVisitorCookie(exchange.request.headers.cookie) === 'string';
  await answer(deps, exchange, entry, { request, address, isAnonymous: isAnonymousCaller });
};

/** Whoever may not ask is turned away before anything is read; answers with the caller's address. */
const admit = (deps: InfoFrontDeps, exchange: Exchange, { rules, secrets, site }: PipelineEntry): string => {
  const { headers } = exchange.request;
  allowOrigin(exchange, site);
  const address = deps.limits.ofAddress(rules, exchange.request);
  secrets.access?.(headers.authorization);
  if (site.isCrossSite(headers)) throw crossSite();
  return address;
};

/** The request as it came; throws a 413 `Problem` where its body is beyond the limit. */
const messageOf = async (exchange: Exchange, { limits }: PipelineEntry): Promise<InfoMessage> => {
  const { request, query, receivedAt, requestId } = exchange;
  const { method = '', headers } = request;
  const body = await readBody(request, limits.bodyBytes);
  return { method, headers, query, body, receivedAt, requestId };
};

/** A request that has been read, and whence it comes. */
interface ReadRequest {
  readonly request: InfoRequest;
  readonly address: string;
  /** It came without a device and without identifiers. */
  readonly isAnonymous: boolean;
}

/** One visit: recognise, enrich, track, answer. */
const answer = async (
  deps: InfoFrontDeps,
  exchange: Exchange,
  entry: EnrichedPipeline,
  read: ReadRequest,
): Promise<void> => {
  const { rules, limits } = entry;
  const request = restrictReading(read.request);
  const { 'user-agent': userAgent = '' } = exchange.request.headers;
  const caller = { address: read.address, userAgent, isBot: isBot(deps.bots, rules, userAgent) };
  // Counted from here: a visitor on a slow line must not use up the time of our stores.
  const scope = { account: rules.account.name, deadline: deadlineIn(limits.deadlineMs) };
  // Whoever would wait too long for the log is told so before anything is done for them.
  deps.admission.check(scope.deadline);
  // Of a bot that nothing tells apart, nothing need be stored.
  const isDropped = rules.bots.drop && caller.isBot && read.isAnonymous;
  const visitor = await (isDropped ? passingBot : recogniseVisitor)(deps, scope, request);
  const visit = { scope, request, visitor };
  const enriched = await enrichVisit(entry.enricher, visit, caller);
  if (isDropped) deps.metrics.droppedBot(rules.name);
  else await trackEvents(deps, visit, enriched);
  writeAnswer(exchange, entry, visit, enriched.sections);
};
