import type { Fault } from './misbehaving-kith.fake.ts';
import {
  all,
  forgottenVisitor,
  header,
  isNobody,
  keepingCache,
  lostOn,
  noReset,
  noTag,
  openedGuard,
  patientCookie,
  policy,
  setCookie,
  status,
  uncompressedTag,
  without,
  withoutIds,
  withoutKeys,
} from './ways-to-misbehave.fake.ts';

type Row = readonly [what: string, fault: Fault, verdict: string, check: string, told: RegExp];

/** A fault, and what `doctor` says of it. */
export interface FoundFault {
  readonly what: string;
  readonly fault: Fault;
  readonly verdict: string;
  readonly check: string;
  readonly told: RegExp;
}

const ROWS: readonly Row[] = [
  ['a cookie without SameSite', setCookie('; SameSite=None', ''), 'fail', 'cookie', /not SameSite=None/],
  ['a cookie that is SameSite=Lax', setCookie('=None', '=Lax'), 'fail', 'cookie', /not SameSite=None/],
  ['a cookie that is not Secure', setCookie('; Secure', ''), 'fail', 'cookie', /not Secure/],
  ['a cookie that scripts can read', setCookie('; HttpOnly', ''), 'fail', 'cookie', /not HttpOnly/],
  ['a cookie of one path', setCookie('Path=/', 'Path=/op'), 'fail', 'cookie', /not Path=\//],
  ['a cookie of the session', setCookie('Max-Age=31536000; ', ''), 'fail', 'cookie', /ends with the session/],
  ['a cookie of a day', setCookie('31536000', '86400'), 'warn', 'cookie', /lives 86400 seconds/],
  ['a cookie without Domain', setCookie('Domain=example.com; ', ''), 'fail', 'cookie', /no Domain/],
  ['a cookie of another domain', setCookie('example.com', 'example.net'), 'fail', 'cookie', /not within/],
  ['a cookie of a public suffix', setCookie('example.com', 'com'), 'fail', 'cookie', /all of com/],
  ['a cookie with another value', setCookie(/umdid=[^;]+/, 'umdid=x'), 'fail', 'cookie', /not base64/],
  [
    'a cookie that is lost',
    without('Set-Cookie'),
    'fail',
    'cookie',
    /also after a reset.* nobody is recognised/,
  ],
  ['a cookie that is lost on visits', lostOn('/info'), 'fail', 'cookie', /though a reset sets one/],
  [
    'no cookie, and no reset and tag',
    all(without('Set-Cookie'), noReset, noTag),
    'warn',
    'cookie',
    /no reset/,
  ],
  ['no reset beside a tag', all(without('Set-Cookie'), noReset), 'fail', 'cookie', /reset gets status 404/],
  ['a patient cookie of no domain', patientCookie('Domain=example.com; '), 'fail', 'cookie', /no Domain/],
  ['an open CORS', header('Access-Control-Allow-Origin', '*'), 'fail', 'cors', /Allow-Origin: \*/],
  ['no CORS', without('Access-Control-Allow-Origin'), 'fail', 'cors', /Allow-Origin: none/],
  ['CORS without cookies', without('Access-Control-Allow-Credentials'), 'fail', 'cors', /not with cookies/],
  ['an answer without Vary', without('Vary'), 'warn', 'cors', /Vary: Origin/],
  ['a preflight that is refused', status('OPTIONS', '', 405), 'fail', 'cors', /answered with 405/],
  ['a preflight with 200', status('OPTIONS', '', 200), 'warn', 'cors', /200, not 204/],
  ['an answer that may be kept', header('Cache-Control', 'max-age=60'), 'fail', 'caching', /max-age=60/],
  ['an answer out of a cache', header('Age', '7'), 'fail', 'caching', /out of a cache/],
  ['a cache that keeps visits by address', keepingCache(), 'fail', 'caching', /one and the same answer/],
  ['a cache that asks for cookies', keepingCache(isNobody), 'fail', 'caching', /one and the same answer/],
  ['a cache that hides ids', all(withoutIds, keepingCache(isNobody)), 'fail', 'caching', /one and the same/],
  ['a cache, to strangers', keepingCache(), 'fail', 'guard', /a cache has kept/],
  ['keys that are taken away', withoutKeys, 'warn', 'caching', /a retry may take effect twice/],
  ['a script with nosniff', header('X-Content-Type-Options', 'nosniff'), 'fail', 'script', /refuse to run/],
  [
    'JSON without nosniff',
    without('X-Content-Type-Options'),
    'warn',
    'answer',
    /lacks X-Content-Type-Options/,
  ],
  [
    'a page in the place of an answer',
    header('Content-Type', 'text/html'),
    'fail',
    'answer',
    /not that of Kith/,
  ],
  ['an answer of 502', status('GET', 'out=json', 502), 'fail', 'answer', /answered with 502/],
  ['a redirect of strays', status('GET', '/op/web/info/', 301), 'warn', 'not found', /status 301, not 404/],
  ['a clock in the past', header('Date', 'Sat, 01 Jan 2000 00:00:00 GMT'), 'fail', 'clock', /seconds apart/],
  ['a script for one host only', policy('info', 'same-origin'), 'fail', 'script', /Policy: same-origin/],
  ['a tag for one host only', policy('tag.js', 'same-origin'), 'fail', 'tag', /Policy: same-origin/],
  ['a tag that is lost', noTag, 'warn', 'tag', /404, though the pipeline has a cookie/],
  ['a tag uncompressed', uncompressedTag(), 'warn', 'tag', /uncompressed/],
  ['a tag that is always sent whole', status('GET', 'tag.js', 200), 'warn', 'tag', /whole again/],
  ['a guard that is gone', openedGuard(), 'fail', 'guard', /gets status 200/],
  ['visitors who are mixed up', forgottenVisitor(), 'fail', 'recognition', /another visitor/],
];

/** What goes wrong, and what is said of it. */
export const FAULTS: readonly FoundFault[] = ROWS.map(([what, fault, verdict, check, told]) => ({
  what,
  fault,
  verdict,
  check,
  told,
}));
