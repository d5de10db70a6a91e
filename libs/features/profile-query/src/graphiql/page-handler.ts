import type { PageFiles } from '@kith/platform';
import type { Request, RequestHandler } from 'express';
import { pageMarkup } from './page-markup.ts';
import { pagePolicy } from './page-policy.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Answers with the page where that is what the caller prefers; everything else is left to what comes after. */
export const pageHandler =
  (files: () => Promise<PageFiles>, offlineTokenUrl: string, newNonce: () => string): RequestHandler =>
  async (request, response, next) => {
    response.vary('Accept');
    if (!wantsPage(request)) return next();
    const { version } = await files();
    const nonce = newNonce();
    response.set({ ...HEADERS, 'Content-Security-Policy': pagePolicy(nonce) });
    response.type('html').send(pageMarkup({ version, offlineTokenUrl, nonce }));
  };

/** In the order in which they are given where the caller has no preference, as with `*` of curl. */
const wantsPage = (request: Request): boolean =>
  request.accepts(['application/graphql-response+json', 'application/json', 'text/html']) === 'text/html';
