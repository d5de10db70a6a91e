import type { OutgoingHttpHeaders } from 'node:http';
import { renderAnswer, stateDigit } from '@kith/contracts';
import type { Exchange } from '@kith/platform';
import type { InfoRequest } from './info-request.ts';
import { isBrowser } from './own-site.ts';
import type { Visitor } from './recognise-visitor.ts';
import { visitorCookieHeader } from './visitor-cookie.ts';

/** Answers an info request with the profile as the caller asked for it, and sets the visitor's cookie. */
export const writeAnswer = (exchange: Exchange, request: InfoRequest, visitor: Visitor): void => {
  const { umid, state } = visitor.entry;
  const body = renderAnswer({ umid, state: stateDigit(state), ...visitor.sections }, request.out);
  exchange.response.writeHead(200, {
    ...answerHeaders(exchange, request, visitor),
    'content-length': Buffer.byteLength(body),
  });
  exchange.response.end(body);
};

const answerHeaders = (
  { request: { headers } }: Exchange,
  request: InfoRequest,
  { umdid, entry }: Visitor,
): OutgoingHttpHeaders => {
  const { cookie, scriptContentType } = request.pipeline;
  // Nobody can plant a device in a link: a browser that follows one keeps its own cookie.
  const setsCookie = cookie !== null && !(request.isOverride && isBrowser(headers));
  return {
    // With `nosniff` a browser would refuse to run JSON's content type as a script.
    ...(request.out === 'json'
      ? { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' }
      : { 'content-type': scriptContentType }),
    ...(setsCookie
      ? {
          'set-cookie': visitorCookieHeader(
            { umdid, umid: entry.umid, type: entry.type },
            cookie,
            headers.host,
          ),
        }
      : {}),
  };
};
