import type { InfoSections } from '@kith/domain/answer';
import { renderAnswer, stateDigit } from '@kith/contracts';
import { answer, type Exchange } from '@kith/platform';
import type { InfoRequest } from '../reading/info-request.ts';
import { isBrowser, type OwnSite } from '../pipelines/own-site.ts';
import type { PipelineEntry } from '../pipelines/pipeline-entry.ts';
import { mayKeep, type Visit, type Visitor } from '../recognising/recognise-visitor.ts';

/** Answers an info request with what the caller asked to see of the profile, and sets the visitor's cookie. */
export const writeAnswer = (
  exchange: Exchange,
  entry: PipelineEntry,
  { request, visitor }: Visit,
  sections: InfoSections,
): void => {
  const { umid, state } = visitor.entry;
  const body = renderAnswer({ umid, state: stateDigit(state), ...sections }, request.out);
  const headers = [...contentHeaders(request), ...cookieHeaders(exchange, entry, request, visitor)];
  answer(exchange, 200, headers, body);
};

const JSON_HEADERS: readonly string[] = [
  'Content-Type',
  'application/json',
  'X-Content-Type-Options',
  'nosniff',
];

/** With `nosniff` a browser would refuse to run JSON's content type as a script. */
const contentHeaders = ({ out, pipeline }: InfoRequest): readonly string[] =>
  out === 'json' ? JSON_HEADERS : ['Content-Type', pipeline.scriptContentType];

/**
 * Nobody can plant a device in a link: a browser that follows one keeps its own cookie. Where the pipeline waits for a
 * permission, none is set or refreshed without it.
 */
const cookieHeaders = (
  { request: { headers } }: Exchange,
  { cookieHeader }: PipelineEntry,
  { pipeline, isOverride }: InfoRequest,
  visitor: Visitor,
): readonly string[] => {
  if (cookieHeader === null || !mayKeep(pipeline, visitor) || (isOverride && isBrowser(headers))) return [];
  const { umdid, entry: known } = visitor;
  return ['Set-Cookie', cookieHeader({ umdid, umid: known.umid, type: known.type }, headers.host)];
};

/** Lets a trusted origin's pages read the answer, and nobody else's (docs/behaviour.md#other-sites). */
export const allowOrigin = ({ request, headers }: Exchange, site: OwnSite): boolean => {
  headers.push('Vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !site.isTrustedOrigin(origin)) return false;
  headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true');
  return true;
};

const PREFLIGHT: readonly string[] = [
  ...['Access-Control-Allow-Methods', 'GET, POST'],
  ...['Access-Control-Allow-Headers', 'Content-Type, Idempotency-Key'],
  ...['Access-Control-Max-Age', '7200'],
];

/** Answers a preflight. */
export const answerPreflight = (exchange: Exchange, site: OwnSite): void => {
  const further = allowOrigin(exchange, site) ? PREFLIGHT : [];
  exchange.response.writeHead(204, [...exchange.headers, ...further]).end();
};
