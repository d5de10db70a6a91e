import { notFound, PROBLEMS_PATH } from '../errors/problem.ts';
import { answer } from './answer.ts';
import type { Exchange, Front } from './exchange.ts';

const HEADERS = [
  ...['Content-Type', 'text/html; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
  ...[
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control',
    'public, max-age=300',
  ],
];

/** `GET /problems`: the page that the `type` of every problem answer leads to; `html` is all of it. */
export const createProblemPage = (html: string): Front => ({
  prefix: PROBLEMS_PATH,
  handle: async (exchange: Exchange) => {
    if (exchange.path !== PROBLEMS_PATH || exchange.request.method !== 'GET') throw notFound();
    answer(exchange, 200, HEADERS, html);
  },
});
