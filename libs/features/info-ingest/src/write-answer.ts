import { renderAnswer, stateDigit } from '@kith/contracts';
import { answer } from '@kith/platform';
import type { Exchange } from '@kith/platform';
import type { InfoRequest } from './info-request.ts';
import { isBrowser } from './own-site.ts';
import type { PipelineEntry } from './pipeline-entry.ts';
import { mayKeep } from './recognise-visitor.ts';
import type { Visitor } from './recognise-visitor.ts';

/** Answers an info request with the profile as the caller asked for it, and sets the visitor's cookie. */
export const writeAnswer = (
  exchange: Exchange,
  entry: PipelineEntry,
  request: InfoRequest,
  visitor: Visitor,
): void => {
  const { umid, state } = visitor.entry;
  const body = renderAnswer({ umid, state: stateDigit(state), ...visitor.sections }, request.out);
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
