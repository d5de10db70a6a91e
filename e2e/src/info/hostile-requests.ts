import { gzipSync } from 'node:zlib';
import type { Sent } from '../kit/http.ts';

/** A request that must be refused, and what the refusal has to say. */
export type Hostile = Sent & {
  readonly title: string;
  readonly path?: string;
  readonly status: number;
  /** The pointers that a 400 names. */
  readonly pointers?: readonly string[];
};

const web = '/op/web/info';
const json = { 'content-type': 'application/json' };
/** Members that would take effect if the request around them were let through. */
const tempting = {
  permission: { 'CS-OPT': true },
  notification: [{ name: 'MAIN_CS', version: 2 }],
  data: [{ id: 'refused', page: { name: 'refused' }, permission: { 'CS-OM': true } }],
};

const post = (body: string | Buffer, headers: Sent['headers'] = json): Sent => ({
  method: 'POST',
  headers,
  body,
});
const posting = (body: unknown): Sent => post(JSON.stringify(body));
const wellFormed = encodeURIComponent(
  Buffer.from('3f1c6c4e-58b5-4c3f-9b0a-0a4a3c1c2d5e|9b0a3f1c-58b5-4c3f-8b0a-0a4a3c1c2d5e|0').toString(
    'base64',
  ),
);
const nested = (depth: number): string => `{"data":[{"deep":${'['.repeat(depth)}${']'.repeat(depth)}}]}`;

/** Bodies that are not the JSON object of the specification, or say what no configuration knows. */
export const hostileBodies: readonly Hostile[] = [
  { title: 'broken JSON', ...post('{"permission":{"CS-OPT":true}'), status: 400, pointers: [''] },
  { title: 'a body of spaces', ...post('   '), status: 400, pointers: [''] },
  { title: 'an array', ...posting([tempting]), status: 400, pointers: [''] },
  { title: 'a string', ...posting('CS-OPT'), status: 400, pointers: [''] },
  { title: 'null', ...posting(null), status: 400, pointers: [''] },
  {
    title: 'bytes that are no UTF-8',
    ...post(Buffer.from([...Buffer.from('{"data":[{"page":{"name":"'), 0xff, ...Buffer.from('"}}]}')])),
    status: 400,
    pointers: [''],
  },
  { title: 'nesting without end', ...post(nested(5_000)), status: 400 },
  {
    title: 'a misspelt top-level member, which would lose consent',
    ...posting({ ...tempting, permissions: { 'CS-OPT': false } }),
    status: 400,
    pointers: ['/permissions'],
  },
  {
    title: 'an identifier in the body where the body is no source',
    ...posting({ ...tempting, customerId: 'c-refused' }),
    status: 400,
    pointers: ['/customerId'],
  },
  {
    title: 'a member of the prototype',
    ...post('{"__proto__":{"permission":{}},"permission":{"CS-OPT":true}}'),
    status: 400,
    pointers: ['/__proto__'],
  },
  { title: 'data that is no array', ...posting({ ...tempting, data: {} }), status: 400, pointers: ['/data'] },
  {
    title: 'an element of data that is no object',
    ...posting({ ...tempting, data: [{ page: {} }, 'x'] }),
    status: 400,
    pointers: ['/data/1'],
  },
  {
    title: 'wrong types inside data, all of them named',
    ...posting({
      data: [
        { page: { name: 7, timestamp: 'now' } },
        { action: { name: 'x' } },
        { action: [{ label: null }] },
      ],
    }),
    status: 400,
    pointers: ['/data/0/page/name', '/data/0/page/timestamp', '/data/1/action', '/data/2/action/0/label'],
  },
  {
    title: 'an event id that is too long',
    ...posting({ ...tempting, data: [{ id: 'x'.repeat(129), page: {} }] }),
    status: 400,
    pointers: ['/data/0/id'],
  },
  {
    title: 'an empty event id',
    ...posting({ ...tempting, data: [{ id: '', page: {} }] }),
    status: 400,
    pointers: ['/data/0/id'],
  },
  {
    title: 'a permission that nobody configured',
    ...posting({ ...tempting, permission: { 'CS-OPT': true, NOPE: true } }),
    status: 400,
    pointers: ['/permission/NOPE'],
  },
  {
    title: 'a permission whose name has a slash and a tilde',
    ...posting({ permission: { 'a/b~c': true } }),
    status: 400,
    pointers: ['/permission/a~1b~0c'],
  },
  {
    title: 'a status that is no boolean',
    ...posting({ ...tempting, permission: { 'CS-OPT': 'true' } }),
    status: 400,
    pointers: ['/permission/CS-OPT'],
  },
  {
    title: 'an unknown permission inside data',
    ...posting({ data: [{ permission: { NOPE: false } }] }),
    status: 400,
    pointers: ['/data/0/permission/NOPE'],
  },
  {
    title: 'a notification that nobody configured',
    ...posting({ ...tempting, notification: [{ name: 'OTHER_CS' }] }),
    status: 400,
    pointers: ['/notification/0/name'],
  },
  {
    title: 'a notification without a name',
    ...posting({ ...tempting, notification: [{ version: 1 }] }),
    status: 400,
    pointers: ['/notification/0/name'],
  },
  {
    title: 'a notification version that is not configured',
    ...posting({ ...tempting, notification: [{ name: 'MAIN_CS', version: 3 }] }),
    status: 400,
    pointers: ['/notification/0/version'],
  },
  {
    title: 'a version that is no integer',
    ...posting({ ...tempting, notification: [{ name: 'MAIN_CS', version: 1.5 }] }),
    status: 400,
    pointers: ['/notification/0/version'],
  },
  {
    title: 'a permission that the notification does not cover',
    ...posting({ ...tempting, notification: [{ name: 'MAIN_CS', permissions: ['CS-OM', 'CS-UTIQ'] }] }),
    status: 400,
    pointers: ['/notification/0/permissions/1'],
  },
  {
    title: 'a variant that is not configured',
    ...posting({ ...tempting, notification: [{ name: 'MAIN_CS', uxvariant: 'popup' }] }),
    status: 400,
    pointers: ['/notification/0/uxvariant'],
  },
  {
    title: 'a content type that is no JSON',
    ...post(JSON.stringify(tempting), { 'content-type': 'application/xml' }),
    status: 400,
  },
  {
    title: 'a form',
    ...post('permission=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 400,
  },
  {
    title: 'JSON in another encoding',
    ...post(Buffer.from(JSON.stringify(tempting), 'utf16le'), {
      'content-type': 'application/json; charset=utf-16',
    }),
    status: 400,
  },
  {
    title: 'an idempotency key that is too long',
    ...post(JSON.stringify(tempting), { ...json, 'idempotency-key': 'k'.repeat(129) }),
    status: 400,
  },
];

/** Query strings that the specification does not have. */
export const hostileQueries: readonly Hostile[] = [
  { title: 'out=xml', path: `${web}?out=xml`, status: 400, pointers: ['?out'] },
  { title: 'an empty out', path: `${web}?out=`, status: 400, pointers: ['?out'] },
  { title: 'out in capitals', path: `${web}?out=JSON`, status: 400, pointers: ['?out'] },
  { title: 'out twice', path: `${web}?out=json&out=json`, status: 400, pointers: ['?out'] },
  {
    title: 'a repeated flag',
    path: `${web}?attributes&attributes=1`,
    status: 400,
    pointers: ['?attributes'],
  },
  {
    title: 'a repeated identifier',
    path: `${web}?customerId=c-refused&customerId=c-refused`,
    status: 400,
    pointers: ['?customerId'],
  },
  { title: 'a malformed umdid', path: `${web}?umdid=nonsense`, status: 400, pointers: ['?umdid'] },
  {
    title: 'a umdid of the wrong parts',
    path: `${web}?umdid=${encodeURIComponent(Buffer.from('a|b|0').toString('base64'))}`,
    status: 400,
    pointers: ['?umdid'],
  },
  {
    title: 'a repeated umdid',
    path: `${web}?umdid=${wellFormed}&umdid=${wellFormed}`,
    status: 400,
    pointers: ['?umdid'],
  },
  {
    title: 'an identifier of 513 characters',
    path: `${web}?customerId=${'c'.repeat(513)}`,
    status: 400,
    pointers: ['?customerId'],
  },
  {
    title: 'an identifier that does not match its pattern',
    path: `${web}?email_sha256=someone@example.com`,
    status: 400,
    pointers: ['?email_sha256'],
  },
  {
    title: 'several faults at once, all of them named',
    path: `${web}?out=xml&email_sha256=x&permissions&permissions`,
    status: 400,
    pointers: ['?email_sha256', '?out', '?permissions'],
  },
].map((hostile) => ({ ...posting(tempting), ...hostile }));

/** Paths and methods that do not exist. */
export const hostileTargets: readonly Hostile[] = [
  { title: 'an unknown pipeline', path: '/op/nobody/info' },
  { title: 'a pipeline named like a member of the prototype', path: '/op/__proto__/info' },
  { title: 'a trailing slash', path: '/op/web/info/' },
  { title: 'the pipeline in capitals', path: '/op/WEB/info' },
  { title: 'a path in capitals', path: '/OP/web/info' },
  { title: 'two slashes', path: '/op//web/info' },
  { title: 'an encoded slash', path: '/op/web%2Finfo' },
  { title: 'a path that climbs', path: '/op/other/../web/info' },
  { title: 'a broken escape', path: '/op/%E0%A4%A/info' },
  { title: 'PUT', method: 'PUT' },
  { title: 'DELETE', method: 'DELETE' },
  { title: 'PATCH', method: 'PATCH' },
  { title: 'HEAD', method: 'HEAD' },
  { title: 'an unknown path', path: '/nothing-here' },
].map((hostile) => ({ ...posting(tempting), ...hostile, status: 404 }));

/** Requests over the limits of the configuration: 65,536 bytes of body, 16,384 bytes of headers and URL. */
export const oversized: readonly Hostile[] = [
  {
    title: 'a body one byte over the limit',
    ...post(' '.repeat(65_537 - JSON.stringify(tempting).length) + JSON.stringify(tempting)),
    status: 413,
  },
  {
    title: 'a chunked body over the limit',
    ...post(JSON.stringify({ ...tempting, data: [{ page: { name: 'x'.repeat(70_000) } }] }), {
      ...json,
      'transfer-encoding': 'chunked',
    }),
    status: 413,
  },
  { title: 'headers over the limit', headers: { 'x-padding': 'x'.repeat(17_000) }, status: 413 },
  { title: 'headers far over the limit', headers: { 'x-padding': 'x'.repeat(200_000) }, status: 413 },
  { title: 'a URL over the limit', path: `${web}?x=${'x'.repeat(17_000)}`, status: 413 },
];

/** Ten megabytes in ten kilobytes: whatever the answer is, the body must not be unpacked and taken. */
export const gzipBomb: Sent = post(gzipSync(JSON.stringify({ data: [{ x: 'x'.repeat(10_000_000) }] })), {
  ...json,
  'content-encoding': 'gzip',
});

/** What shows that another site's page made the request. */
export const crossSite: readonly Hostile[] = [
  { title: 'Origin of another site', headers: { origin: 'https://evil.example' } },
  { title: 'Origin null', headers: { origin: 'null' } },
  { title: 'an Origin that only ends like ours', headers: { origin: 'https://evilexample.com' } },
  {
    title: 'an Origin that only begins like ours',
    headers: { origin: 'https://www.example.com.evil.example' },
  },
  { title: 'our site without encryption', headers: { origin: 'http://shop.example.com' } },
  { title: 'our site on another port', headers: { origin: 'https://shop.example.com:8443' } },
  { title: 'Referer of another site', headers: { referer: 'https://evil.example/www.example.com' } },
  {
    title: 'Referer with our host as its user',
    headers: { referer: 'https://www.example.com@evil.example/' },
  },
  { title: 'Sec-Fetch-Site cross-site', headers: { 'sec-fetch-site': 'cross-site' } },
  {
    title: 'a foreign Origin beside a friendly Referer',
    headers: { origin: 'https://evil.example', referer: 'https://www.example.com/' },
  },
].map(({ title, headers }) => ({
  title,
  ...posting(tempting),
  headers: { ...json, host: 'www.example.com', ...headers },
  status: 403,
}));
