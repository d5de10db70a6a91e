import { randomUUID } from 'node:crypto';
import { encodeUmdidCookie } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import type { Question } from './ask.ts';
import type { Subject } from './subject.ts';

type Headers = Readonly<Record<string, string>>;

/** Nobody can own a page there (RFC 2606). */
export const FOREIGN_ORIGIN = 'https://another-site.invalid';

/** A visit, asked for as JSON by a page of the site. */
export const visitOf = ({ endpoint, site }: Subject): Question => ({
  path: `${endpoint.pathname}?out=json`,
  headers: { origin: site },
});

/** The same by a page of another site. */
export const foreignVisitOf = ({ endpoint }: Subject, cookie: Headers): Question => ({
  path: `${endpoint.pathname}?out=json`,
  headers: { ...cookie, origin: FOREIGN_ORIGIN },
});

/** A visit by a script tag. */
export const scriptOf = ({ endpoint, site }: Subject, cookie: Headers): Question => ({
  path: endpoint.pathname,
  headers: { ...cookie, referer: `${site}/` },
});

/**
 * A reset of a made-up device. Where a pipeline has a cookie at all the answer says something of it: it sets another
 * one, or, before the permission of `cookie.requires`, takes this one away and nothing is stored. With a device it is
 * served under `bots: drop` too.
 */
export const resetOf = ({ endpoint, site }: Subject): Question => ({
  method: 'POST',
  path: `${endpoint.pathname.replace(/info$/, 'reset')}?out=json`,
  headers: { origin: site, cookie: `umdid=${encodeUmdidCookie(nobody())}` },
});

const nobody = () => ({ umdid: randomUUID() as Umdid, umid: randomUUID() as Umid, type: 0 }) as const;

/** Longer than Kith takes one. */
const REFUSED_KEY = 'x'.repeat(129);

/**
 * The question as a visitor without a cookie would ask it, but for an `Idempotency-Key` that Kith refuses with 400: it
 * stores nothing, and whoever answers otherwise is a cache.
 */
export const refused = ({ path, headers: { cookie: _known, ...headers } = {} }: Question): Question => ({
  path,
  headers: { ...headers, 'idempotency-key': REFUSED_KEY },
});

/** What a browser asks before the tag of a page there sends. */
export const preflightOf = ({ endpoint }: Subject, origin: string): Question => ({
  method: 'OPTIONS',
  path: endpoint.pathname,
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,idempotency-key',
  },
});

/** The tag as a browser asks for it; one that has it says so by `known`. */
export const tagOf = ({ endpoint }: Subject, known: Headers = {}): Question => ({
  path: endpoint.pathname.replace(/info$/, 'tag.js'),
  headers: { 'accept-encoding': 'br, gzip', ...known },
});

/** Requests that no route answers. */
export const wrongsOf = (
  { endpoint: { pathname: path } }: Subject,
  cookie: Headers,
): readonly { readonly what: string; readonly question: Question }[] => [
  { what: 'a trailing slash', question: { path: `${path}/`, headers: cookie } },
  { what: 'the method PUT', question: { method: 'PUT', path, headers: cookie } },
  {
    what: 'an unknown pipeline',
    question: { path: path.replace(/[^/]+\/info$/, 'no-pipeline-has-this-name/info'), headers: cookie },
  },
];
