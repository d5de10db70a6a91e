import type { PageFiles } from '@kith/platform';
import type { RequestHandler } from 'express';
import { demoMarkup } from './demo-markup.ts';

/** Nothing but the page's own files, the tag and its requests at the same address; nobody frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Answers with the page; where in the shop it opens is told by the query, which the page reads itself. */
export const demoPageHandler =
  (files: () => Promise<PageFiles>): RequestHandler =>
  async (_request, response) => {
    const { version } = await files();
    response.set(HEADERS).type('html').send(demoMarkup(version));
  };
