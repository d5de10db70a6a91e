import type { IncomingHttpHeaders } from 'node:http';
import {
  consentOfBody,
  type InfoBody,
  type InfoBodySchema,
  type MemberFault,
  memberFaults,
  readInfoQuery,
  resetBodySchema,
  structureFault,
  type UmdidCookie,
} from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';
import { wellFormedJson } from '@kith/domain/tracking';
import { badRequest, malformedBody, parseJson } from '@kith/platform';
import type { IngestMetrics } from '../pipelines/ingest-metrics.ts';
import type { PipelineEntry } from '../pipelines/pipeline-entry.ts';
import { cookiesOf, readVisitorCookie } from '../pipelines/visitor-cookie.ts';
import type { InfoMessage, InfoRequest } from './info-request.ts';
import { takeIdentifiers } from './take-identifiers.ts';

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

/**
 * Reads a reset as the request of a visitor whom nobody has seen: it has no device, names nobody and tells nothing
 * (docs/behaviour.md#reset). Throws a 400 `Problem` naming every member at fault.
 */
export const readResetRequest = (message: InfoMessage, { rules }: PipelineEntry): InfoRequest => {
  const { receivedAt, requestId } = message;
  const { query, faults } = readInfoQuery({ ...rules, identifiers: [] }, message.query);
  readInfoBody(message, resetBodySchema);
  if (faults.length > 0) throw badRequest(faults);
  return {
    pipeline: rules,
    out: query.out,
    sections: query.sections,
    device: null,
    isOverride: false,
    identifiers: [],
    consent: consentOfBody(rules.account, {}, receivedAt),
    data: [],
    idempotencyKey: null,
    receivedAt,
    requestId,
  };
};

/**
 * Leaves out sections that the request's identifiers cannot open, and says of the others whom they are for: with
 * `unverifiedReads: bound` a device that was bound before or a verified identifier, with `none` the latter alone. What
 * needs the store to tell, the resolver tells (docs/behaviour.md#what-identifiers-open).
 */
export const restrictReading = (request: InfoRequest): InfoRequest => {
  const { unverifiedReads } = request.pipeline;
  if (unverifiedReads === 'full' || request.sections.length === 0) return request;
  const verified = verifiedNames(request.pipeline, request);
  const isHopeless = verified.length === 0 && (unverifiedReads === 'none' || request.device === null);
  if (isHopeless) return { ...request, sections: [] };
  return { ...request, reading: { unverified: unverifiedReads, verified } };
};

/** An identifier of such a name came signed, or the request would have been refused. */
const verifiedNames = (pipeline: PipelineRules, { identifiers }: InfoRequest): readonly string[] => {
  const taken = new Set(identifiers.map(({ name }) => name));
  return pipeline.identifiers
    .map(({ rule }) => rule)
    .filter(({ name, verify }) => verify !== undefined && taken.has(name))
    .map(({ name }) => name);
};

const BODY: MemberFault['pointer'] = '';

/**
 * Reads and checks the payload of an info request; an empty one is an empty object. Throws a 400 `Problem` that names
 * each member at fault (docs/behaviour.md#the-body).
 */
export const readInfoBody = ({ method, headers, body }: InfoMessage, schema: InfoBodySchema): InfoBody => {
  if (body.length === 0) return {};
  if (method === 'GET') throw badRequest([{ pointer: BODY, detail: 'GET takes no payload: use POST' }]);
  checkMediaType(headers['content-type'] ?? '');
  const text = decodeUtf8(body);
  const value = parseJson(text);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw badRequest(memberFaults(parsed.error));
  const fault = structureFault(value);
  if (fault !== null) throw badRequest([fault]);
  // The schema only checks: what it would answer lacks members of the data layer that are called `__proto__`.
  return withWholeData(text, value as InfoBody);
};

const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

// `text/plain` is what sendBeacon sends without a preflight.
const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'text/plain', '']);

const checkMediaType = (contentType: string): void => {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (!JSON_TYPES.has(type) || (charset !== undefined && !UTF8.has(charset))) {
    throw malformedBody('the content type must be application/json in UTF-8');
  }
};

const UTF8_DECODER = new TextDecoder('utf-8', { fatal: true });

const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return UTF8_DECODER.decode(bytes);
  } catch {
    throw malformedBody('not UTF-8');
  }
};

/** Only escapes can bring halves of characters into UTF-8; two of them may well be a whole one. */
const ESCAPED = /\\u[dD][89a-fA-F]/;

/**
 * The body with U+FFFD for each half of a character in its data: events go to others, who could not read them. Identifiers
 * with such halves are refused elsewhere. A body without escapes of this kind costs one look at its text.
 */
const withWholeData = (text: string, body: InfoBody): InfoBody => {
  if (!ESCAPED.test(text) || body.data === undefined) return body;
  const json = JSON.stringify(body.data);
  const whole = wellFormedJson(json);
  return whole === json ? body : { ...body, data: JSON.parse(whole) as NonNullable<InfoBody['data']> };
};
