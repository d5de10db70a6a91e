import type { IncomingHttpHeaders } from 'node:http';
import { consentOfBody, readInfoQuery } from '@kith/contracts';
import type { InfoBody, InfoQuery, MemberFault, UmdidCookie } from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import { badRequest } from '@kith/platform';
import type { Exchange } from '@kith/platform';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { PipelineEntry } from './pipeline-entry.ts';
import { readInfoBody } from './read-body-json.ts';
import { takeIdentifiers } from './take-identifiers.ts';
import { cookiesOf, readVisitorCookie } from './visitor-cookie.ts';

/**
 * Reads an info request whole before anything takes effect. Throws a `Problem`: 413 beyond the limits, 400 naming
 * every member at fault.
 */
export const readInfoRequest = async (
  exchange: Exchange,
  { rules, bodySchema }: PipelineEntry,
  bodyBytes: number,
  metrics: IngestMetrics,
): Promise<InfoRequest> => {
  const { headers } = exchange.request;
  const { query, faults } = readInfoQuery(rules, exchange.query);
  const body = await readInfoBody(exchange.request, bodySchema, bodyBytes);
  const cookies = cookiesOf(headers);
  const taken = takeIdentifiers(rules, { query: query.identifiers, body, headers, cookies });
  const key = readIdempotencyKey(headers['idempotency-key']);
  const all = [...faults, ...taken.faults, ...key.faults];
  if (all.length > 0) throw badRequest(all);
  metrics.ignoredIdentifiers(taken.blocked);
  return {
    ...requestOf(exchange, rules, query, body),
    identifiers: taken.identifiers,
    idempotencyKey: key.value,
    device: query.umdid ?? deviceOfCookie(rules, headers, metrics),
  };
};

const requestOf = (exchange: Exchange, pipeline: PipelineRules, query: InfoQuery, body: InfoBody) => ({
  pipeline,
  out: query.out,
  sections: query.sections,
  isOverride: query.umdid !== null,
  consent: consentOfBody(pipeline.account, body, exchange.receivedAt),
  data: body.data ?? [],
  receivedAt: exchange.receivedAt,
  requestId: exchange.requestId,
});

const deviceOfCookie = (
  pipeline: PipelineRules,
  headers: IncomingHttpHeaders,
  metrics: IngestMetrics,
): UmdidCookie | null => {
  if (pipeline.cookie === null) return null;
  const cookie = readVisitorCookie(headers);
  if (cookie === 'malformed') metrics.malformedCookie();
  return typeof cookie === 'string' ? null : cookie;
};

const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,128}$/;

const readIdempotencyKey = (
  header: string | string[] | undefined,
): { readonly value: string | null; readonly faults: readonly MemberFault[] } => {
  if (header === undefined) return { value: null, faults: [] };
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return { value: header, faults: [] };
  const detail = 'must be 1 to 128 printable characters';
  return { value: null, faults: [{ pointer: 'header:Idempotency-Key', detail }] };
};
