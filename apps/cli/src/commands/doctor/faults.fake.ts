import type { Fault } from './misbehaving-kith.fake.ts';

const onVisits =
  (change: (headers: Record<string, string | readonly string[]>) => void): Fault =>
  (draft) => {
    if (draft.status === 200 && 'Set-Cookie' in draft.headers) change(draft.headers);
  };

/** Changes the cookie that visits set. */
export const setCookie = (from: string | RegExp, to: string): Fault =>
  onVisits((headers) => {
    headers['Set-Cookie'] = [String(headers['Set-Cookie']).replace(from, to)];
  });

const header = (name: string, value: string): Fault =>
  onVisits((headers) => {
    headers[name] = value;
  });

const without = (name: string): Fault =>
  onVisits((headers) => {
    Reflect.deleteProperty(headers, name);
  });

const status =
  (method: string, part: string, wanted: number): Fault =>
  (draft, arrived) => {
    if (arrived.method === method && arrived.path.includes(part)) draft.status = wanted;
  };

/** What goes wrong, and what is said of it. */
export const FAULTS: readonly (readonly [
  what: string,
  fault: Fault,
  verdict: string,
  check: string,
  told: RegExp,
])[] = [
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
  ['a cookie that is taken away', without('Set-Cookie'), 'fail', 'cookie', /has one .* nobody is recognised/],
  ['no cookie without a tag', cookieless(noTag), 'warn', 'cookie', /no cookie umdid/],
  ['no cookie before a permission', cookieless(patientTag), 'warn', 'cookie', /no cookie umdid/],
  ['an open CORS', header('Access-Control-Allow-Origin', '*'), 'fail', 'cors', /Allow-Origin: \*/],
  ['no CORS', without('Access-Control-Allow-Origin'), 'fail', 'cors', /Allow-Origin: none/],
  ['CORS without cookies', without('Access-Control-Allow-Credentials'), 'fail', 'cors', /not with cookies/],
  ['an answer without Vary', without('Vary'), 'warn', 'cors', /Vary: Origin/],
  ['a preflight that is refused', status('OPTIONS', '', 405), 'fail', 'cors', /answered with 405/],
  ['a preflight with 200', status('OPTIONS', '', 200), 'warn', 'cors', /200, not 204/],
  ['an answer that may be kept', header('Cache-Control', 'max-age=60'), 'fail', 'caching', /max-age=60/],
  ['an answer out of a cache', header('Age', '7'), 'fail', 'caching', /out of a cache/],
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
  ['a tag uncompressed', uncompressedTag(), 'warn', 'tag', /uncompressed/],
  ['a tag that is always sent whole', status('GET', 'tag.js', 200), 'warn', 'tag', /whole again/],
  ['a guard that is gone', openedGuard(), 'fail', 'guard', /gets status 200/],
  ['visitors who are mixed up', forgottenVisitor(), 'fail', 'recognition', /another visitor/],
];

function cookieless(tagAnswer: Fault): Fault {
  return (draft, arrived) => {
    without('Set-Cookie')(draft, arrived);
    if (arrived.path.endsWith('/tag.js')) tagAnswer(draft, arrived);
  };
}

function noTag(...[draft]: Parameters<Fault>): void {
  draft.status = 404;
}

function patientTag(...[draft]: Parameters<Fault>): void {
  draft.body = draft.body.replace('[]', '["CS-OPT"]');
}

function uncompressedTag(): Fault {
  return (draft) => {
    delete draft.headers['Content-Encoding'];
  };
}

function openedGuard(): Fault {
  return (draft, { headers }) => {
    if (draft.status === 403 && headers.origin !== undefined) draft.status = 200;
  };
}

function forgottenVisitor(): Fault {
  return (draft) => {
    if (draft.body.startsWith('var ')) draft.body = draft.body.replace('2222', '3333');
  };
}
