import type { IncomingHttpHeaders } from 'node:http';
import { consentOfBody } from '@kith/contracts';
import type { MemberFault, UmdidCookie } from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import { badRequest } from '@kith/platform';
import type { InfoMessage } from './info-message.ts';
import type { InfoRequest } from './info-request.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import type { PipelineEntry } from './pipeline-entry.ts';
import { readInfoBody } from './read-body-json.ts';
import { takeIdentifiers } from './take-identifiers.ts';
import { cookiesOf, readVisitorCookie } from './visitor-cookie.ts';

/** Checks an info request whole before anything takes effect. Throws a 400 `Problem` naming every member at fault. */
export const readInfoRequest = (
  message: InfoMessage,
  { rules, bodySchema, secrets, readQuery, takesCookies }: PipelineEntry,
  metrics: Pick<IngestMetrics, 'ignoredIdentifiers' | 'malformedCookie'>,
): InfoRequest => {
  const { headers, receivedAt, requestId } = message;
  const { query, faults } = readQuery(message.query);
  const body = readInfoBody(message, bodySchema);
  const cookies = takesCookies ? cookiesOf(headers.cookie) : {};
  const places = { query: query.identifiers, rawQuery: message.query, body, headers, cookies };
  const taken = takeIdentifiers(rules, secrets.signatures, places);
  const key = readIdempotencyKey(headers['idempotency-key']);
  if (faults.length + taken.faults.length + key.faults.length > 0) {
    throw badRequest([...faults, ...taken.faults, ...key.faults]);
  }
  metrics.ignoredIdentifiers(taken.blocked);
  return {
    pipeline: rules,
    out: query.out,
    sections: query.sections,
    device: query.umdid ?? deviceOfCookie(rules, headers, metrics),
    isOverride: query.umdid !== null,
    identifiers: taken.identifiers,
    consent: consentOfBody(rules.account, body, receivedAt),
    data: body.data ?? [],
    idempotencyKey: key.value,
    receivedAt,
    requestId,
  };
};

const deviceOfCookie = (
  pipeline: PipelineRules,
  headers: IncomingHttpHeaders,
  metrics: Pick<IngestMetrics, 'malformedCookie'>,
): UmdidCookie | null => {
  if (pipeline.cookie === null) return null;
  const cookie = readVisitorCookie(headers.cookie);
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
