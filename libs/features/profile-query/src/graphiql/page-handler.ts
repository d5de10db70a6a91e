import type { PageFiles } from '@kith/platform';
import type { Request, RequestHandler } from 'express';
import { pageMarkup } from './page-markup.ts';

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

/**
 * Nothing but the page's own files and its own address; nobody frames it. GraphiQL brings its fonts and cursors inside its
 * style sheet; the nonce is for the one style that its dialogs add, which keeps the page behind them still.
 */
const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
