import type { Random } from '@kith/testing/random';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { damaged, deepJson, hostileJson, pick, plausibleJson, randomBytesOf } from './hostile-values.ts';

const goodPaths = ['/op/web/info', '/op/web/info', '/op/web/info', '/op/server/info', '/op/analytics/info'];

const badPaths = [
  '/op/web/reset',
  '/op/__proto__/info',
  '/op/constructor/info',
  '/op/%5f%5fproto%5f%5f/info',
  '/op/%00/info',
  '/op/%zz/info',
  '/op/web/info/..%2f..%2f..%2fetc%2fpasswd',
  '/op/../op/web/info',
  '/op/./web/info',
  '//op/web/info',
  '/op/web/info;jsessionid=1',
  '/op/web/info#x',
  '/op/web\\info',
  '/%6fp/web/info',
  '/internal/resolve',
  '/metrics',
  '/openapi.json',
  '*',
  'http://evil.example/op/web/info',
  'https://user:pass@127.0.0.1:99999/op/web/info',
  'op/web/info',
  '?',
];

const parameters = [
  'out=json',
  'out=js',
  'out=%00',
  'out[]=json',
  'attributes',
  'identifiers',
  'nbidentifiers',
  'notifications',
  'permissions=%ff',
  'customerId=',
  'customerId=null',
  'customerId=%F0%9F%98',
  'customerId=%ED%A0%80',
  'customerId=a%00b',
  'customerId[$ne]=1',
  'customerId=1&customerId=2',
  'mt2=line',
  'deviceId=d',
  'profileId=__proto__',
  'email_sha256=XYZ',
  'umdid=AAAA',
  'umdid=%2e',
  '__proto__=1',
  '__proto__[out]=json',
  'constructor.prototype.x=1',
  'toString=1',
  '=',
  '&&&',
  '%',
  '%zz',
  '+',
  ';',
  'x'.repeat(4_000),
];

/** A request target: a path, and a query string more often than not. */
export const hostileTarget = (random: Random): string => {
  const path = pick(random, random(5) === 1 ? badPaths : goodPaths);
  if (random(3) === 1) return path;
  const query = Array.from({ length: random(6) }, () => pick(random, parameters)).join('&');
  return random(200) === 1 ? `${path}?${'a=1&'.repeat(5_000)}` : `${path}?${query}`;
};

const headers = [
  'Origin: null',
  'Origin: https://evil.example',
  'Origin: https://www.example.com',
  'Origin: http://[::1',
  'Origin: \u00ff\u00fe',
  'Referer: https://www.example.com@evil.example/',
  'Referer: data:text/html,x',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Site: \u0001x',
  'X-Request-Id: a b\tc',
  'X-Request-Id: ' + 'r'.repeat(2_000),
  'Idempotency-Key: ' + 'k'.repeat(129),
  'Idempotency-Key: key',
  'Idempotency-Key: \u00e9',
  'X-Forwarded-For: 1.2.3.4, ::1, nonsense, 999.9.9.9',
  'Forwarded: for=1.2.3.4;proto=https',
  'X-HTTP-Method-Override: DELETE',
  'X-Original-URL: /internal/resolve',
  'X-Customer-Id: \u00ff',
  'X-Customer-Id: ' + 'c'.repeat(600),
  'Cookie: umdid=; umdid=; umdid',
  'Cookie: umdid=' + 'A'.repeat(100),
  'Cookie: umdid=' + 'B'.repeat(3_000),
  'Cookie: __proto__=x; constructor=y; crm_id=\u00ff',
  'Cookie: ' + ';'.repeat(2_000),
  'Cookie: ' + 'a=b; '.repeat(500),
  'Accept-Encoding: gzip;q=x, *',
  'Range: bytes=0-,1-2',
  'If-None-Match: *',
  'Authorization: Bearer ' + '.'.repeat(500),
  'Expect: 100-continue',
  'Expect: 200-ok',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  'Connection: close',
  'Connection: keep-alive, host, cookie',
  'User-Agent: () { :;}; /bin/sh',
  'Accept-Language: ' + 'x,'.repeat(1_000),
  '__proto__: x',
  'constructor: x',
  'X-Padding: ' + 'x'.repeat(9_000),
];

/** Some header lines, none of which says how long the body is. */
export const hostileHeaders = (random: Random): readonly string[] =>
  random(300) === 1
    ? Array.from({ length: 3_000 }, (_, index) => `x${index}: y`)
    : Array.from({ length: random(4) - 1 }, () => pick(random, headers));

const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=\u00ff',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=',
  ';;;',
  'application/json, text/plain',
];

/** A body and the header lines that say what it is, not how long. */
export type HostileBody = { readonly bytes: Buffer; readonly lines: readonly string[] };

const texts: readonly ((random: Random) => string | Buffer)[] = [
  plausibleJson,
  plausibleJson,
  (random) => hostileJson(random, 8),
  (random) => `{"data":${hostileJson(random, 5)},"permission":${hostileJson(random, 3)}}`,
  (random) => `{"notification":[${hostileJson(random, 3)},${hostileJson(random, 3)}]}`,
  (random) => `${plausibleJson(random)}${hostileJson(random, 1)}`,
  (random) => damaged(random, Buffer.from(plausibleJson(random))),
  (random) => damaged(random, Buffer.from(hostileJson(random, 8))),
  (random) => Buffer.from(plausibleJson(random), 'utf16le'),
  (random) => `\ufeff${plausibleJson(random)}`,
  (random) => randomBytesOf(random, random(300)),
  () => '',
];
const largeTexts: readonly ((random: Random) => string)[] = [
  deepJson,
  (random) => `{"data":[${'{},'.repeat(random(20_000))}{}]}`,
  (random) => `{"data":[{"page":{"name":"${'x'.repeat(random(70_000))}"}}]}`,
  (random) => `{${Array.from({ length: random(4_000) }, (_, index) => `"m${index}":1`).join(',')}}`,
  (random) => `{"permission":{${'"CS-OPT":true,'.repeat(random(4_000))}"CS-OPT":false}}`,
];

export const hostileBody = (random: Random): HostileBody => {
  const text = pick(random, random(25) === 1 ? largeTexts : texts)(random);
  const plain = typeof text === 'string' ? Buffer.from(text) : text;
  const lines = random(8) === 1 ? [] : [`Content-Type: ${pick(random, types)}`];
  return random(12) === 1 ? encoded(random, plain, lines) : { bytes: plain, lines };
};

/** A megabyte in a kilobyte. */
const bomb = gzipSync(`{"data":[{"x":"${'x'.repeat(1_000_000)}"}]}`);

const encoded = (random: Random, plain: Buffer, lines: readonly string[]): HostileBody => {
  const [name, bytes] = pick<readonly [string, () => Buffer]>(random, [
    ['gzip', () => gzipSync(plain)],
    ['gzip', () => damaged(random, gzipSync(plain))],
    ['gzip', () => bomb],
    ['deflate', () => deflateSync(plain)],
    ['br', () => brotliCompressSync(plain)],
    ['br', () => plain],
    ['gzip, gzip', () => gzipSync(gzipSync(plain))],
    ['zstd', () => plain],
    ['identity', () => plain],
  ]);
  return { bytes: bytes(), lines: [...lines, `Content-Encoding: ${name}`] };
};
