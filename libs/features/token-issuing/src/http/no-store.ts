import type { RequestHandler } from 'express';

/** Tokens and forms are for nobody's cache; `Pragma` is for those of HTTP 1.0 (RFC 6749 section 5.1). */
export const noStore: RequestHandler = (_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
  next();
};
