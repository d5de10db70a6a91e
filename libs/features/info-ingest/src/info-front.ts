import { keepingRequires } from '@kith/domain/pipeline';
import { deadlineIn, notFound, readBody } from '@kith/platform';
import type { Exchange, Front, Live } from '@kith/platform';
import type { BotDetection } from '@kith/ports';
import { isBot, isNobodys } from './bots.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import type { InfoMessage } from './info-message.ts';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { PipelineEntries, PipelineEntry } from './pipeline-entry.ts';
import { enrichVisit } from './enriching/enrich-visit.ts';
import { crossSite } from './own-site.ts';
import { readInfoRequest } from './read-info-request.ts';
import { readResetRequest } from './read-reset-request.ts';
import { passingBot, recogniseVisitor } from './recognise-visitor.ts';
import type { Recognising } from './recognise-visitor.ts';
import { restrictReading } from './restrict-reading.ts';
import { trackEvents } from './track-events.ts';
import type { Tracking } from './track-events.ts';
import type { UnknownPipeline } from './unknown-pipeline.ts';
import type { VisitLimits } from './visit-limits.ts';
import { forgottenCookieHeader, readVisitorCookie } from './visitor-cookie.ts';
import { writeAnswer } from './write-answer.ts';

/** What the edge is made of. */
export interface InfoIngestParts extends Recognising, Tracking {
  readonly entries: Live<PipelineEntries>;
  readonly limits: VisitLimits;
  readonly bots: BotDetection;
  readonly metrics: IngestMetrics;
  readonly unknownPipeline: UnknownPipeline;
}

const PATH = /^\/op\/([^/]+)\/(info|reset)$/;

/** Interface B: what stands under `/op/{pipeline}/`, answered in front of Express (docs/decisions/0006-front-routes.md). */
export const createInfoFront = (parts: InfoIngestParts): Front => ({
  prefix: '/op/',
  handle: async (exchange) => {
    exchange.headers.push('Cache-Control', 'no-store');
    const [, name = '', operation] = PATH.exec(exchange.path) ?? [];
    const entries = parts.entries.current();
    const entry = entries.get(name);
    if (entry === undefined && operation !== undefined) parts.unknownPipeline(name, entries.keys());
    // Where there is no cookie, there is no device to give up.
    if (entry === undefined || (operation === 'reset' && entry.rules.cookie === null)) throw notFound();
    switch (`${exchange.request.method} ${operation}`) {
      case 'OPTIONS info':
      case 'OPTIONS reset':
        return answerPreflight(exchange, entry.site);
      case 'GET info':
      case 'POST info':
        return answerInfo(parts, exchange, entry);
      case 'POST reset':
        return answerReset(parts, exchange, entry);
      default:
        throw notFound();
    }
  },
});

/** `GET|POST /op/{pipeline}/info`. */
const answerInfo = async (
  parts: InfoIngestParts,
  exchange: Exchange,
  entry: PipelineEntry,
): Promise<void> => {
  const address = admit(parts, exchange, entry);
  const request = readInfoRequest(await messageOf(exchange, entry), entry, parts.metrics);
  if (request.device !== null) parts.limits.ofDevice(entry.rules, address, request.device.umdid);
  await answer(parts, exchange, entry, { request, address, isNobodys: isNobodys(request) });
};

/** `POST /op/{pipeline}/reset`: a fresh device and visitor; the old device keeps its profile. */
const answerReset = async (
  parts: InfoIngestParts,
  exchange: Exchange,
  entry: PipelineEntry,
): Promise<void> => {
  const address = admit(parts, exchange, entry);
  const request = readResetRequest(await messageOf(exchange, entry), entry);
  const { cookie } = entry.rules;
  // Where a cookie waits for a permission, the new device gets none yet: the browser must forget the old one.
  if (cookie !== null && keepingRequires(entry.rules) !== null) {
    exchange.headers.push('Set-Cookie', forgottenCookieHeader(cookie, exchange.request.headers.host));
  }
  const isNobodys = typeof readVisitorCookie(exchange.request.headers.cookie) === 'string';
  await answer(parts, exchange, entry, { request, address, isNobodys });
};

/** Whoever may not ask is turned away before anything is read; answers with the caller's address. */
const admit = (
  parts: InfoIngestParts,
  exchange: Exchange,
  { rules, secrets, site }: PipelineEntry,
): string => {
  const { headers } = exchange.request;
  allowOrigin(exchange, site);
  const address = parts.limits.ofAddress(rules, exchange.request);
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
interface Visit {
  readonly request: InfoRequest;
  readonly address: string;
  /** It came without a device and without identifiers. */
  readonly isNobodys: boolean;
}

/** One visit: recognise, enrich, track, answer. */
const answer = async (
  parts: InfoIngestParts,
  exchange: Exchange,
  entry: PipelineEntry,
  visit: Visit,
): Promise<void> => {
  const { rules, limits } = entry;
  const request = restrictReading(visit.request);
  const { 'user-agent': userAgent = '' } = exchange.request.headers;
  const caller = { address: visit.address, userAgent, isBot: isBot(parts.bots, rules, userAgent) };
  // Counted from here: a visitor on a slow line must not use up the time of our stores.
  const scope = { account: rules.account.name, deadline: deadlineIn(limits.deadlineMs) };
  // Whoever would wait too long for the log is told so before anything is done for them.
  parts.admission.check(scope.deadline);
  const isDropped = rules.bots.drop && caller.isBot && visit.isNobodys;
  const visitor = await (isDropped ? passingBot : recogniseVisitor)(parts, scope, request);
  const brought = await enrichVisit(entry, scope, request, visitor, caller);
  if (isDropped) parts.metrics.droppedBot(rules.name);
  else await trackEvents(parts, scope, request, visitor, brought);
  writeAnswer(exchange, entry, request, { ...visitor, sections: brought.sections });
};
