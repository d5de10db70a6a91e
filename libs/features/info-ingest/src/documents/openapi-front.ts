import { createHash } from 'node:crypto';
import { OPENAPI_PATH, openApiDocument } from '@kith/contracts';
import { answer, notFound, type Exchange, type Front } from '@kith/platform';
import { isKnown } from './is-known.ts';

const JSON_HEADERS = ['Content-Type', 'application/json', 'X-Content-Type-Options', 'nosniff'];

/** `GET /openapi.json`: interface B for tools. The document is the same for everybody and made once. */
export const createOpenApiFront = (): Front => {
  const body = JSON.stringify(openApiDocument());
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const caching = ['ETag', etag, 'Cache-Control', 'public, max-age=300', 'Access-Control-Allow-Origin', '*'];
  const handle = (exchange: Exchange): void => {
    const { path, request, response } = exchange;
    if (path !== OPENAPI_PATH || request.method !== 'GET') throw notFound();
    if (isKnown(request.headers['if-none-match'], etag)) {
      response.writeHead(304, [...exchange.headers, ...caching]).end();
    } else {
      answer(exchange, 200, [...caching, ...JSON_HEADERS], body);
    }
  };
  return { prefix: OPENAPI_PATH, handle: async (exchange) => handle(exchange) };
};
