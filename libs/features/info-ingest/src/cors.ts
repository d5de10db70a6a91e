import type { Exchange } from '@kith/platform';
import type { OwnSite } from './own-site.ts';

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
