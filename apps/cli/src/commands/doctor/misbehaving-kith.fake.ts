import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { decodeUmdidCookie, encodeUmdidCookie, type UmdidCookie } from '@kith/contracts';

/** An answer before it is written. */
export interface Draft {
  status: number;
  headers: Record<string, string | readonly string[]>;
  body: string;
}

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** What goes wrong between Kith and its visitors: changes an answer. */
export type Fault = (draft: Draft, arrived: Arrived) => void;

/** A server that listens. */
export interface MisbehavingKith {
  readonly port: number;
  /** Every request so far. */
  readonly arrived: readonly Arrived[];
  /** From now on answers are wrong in this way. */
  readonly misbehave: (fault: Fault) => void;
  readonly close: () => Promise<void>;
}

const SITE = 'https://www.example.com';
const visitorNamed = (digit: string) =>
  ({
    umdid: '11111111-1111-4111-8111-111111111111',
    umid: '22222222-2222-4222-8222-222222222222'.replaceAll('2', digit),
    type: 0,
  }) as UmdidCookie;
const VISITOR = visitorNamed('2');
/** Who comes after a reset. */
const FRESH = visitorNamed('5');

const cookieOf = (visitor: UmdidCookie): string =>
  `umdid=${encodeUmdidCookie(visitor)}; Max-Age=31536000; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=None`;

/** Answers below `/op/web/` as Kith does for pages of `https://www.example.com`, but for the fault of the moment. */
export const startMisbehavingKith = async (tls: ServerOptions): Promise<MisbehavingKith> => {
  const arrived: Arrived[] = [];
  let fault: Fault = () => undefined;
  const server = createServer(tls, (request, response) => {
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    arrived.push(one);
    const draft = answerTo(one);
    fault(draft, one);
    response.writeHead(draft.status, draft.headers as Record<string, string>).end(draft.body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arrived,
    misbehave: (next) => {
      arrived.length = 0;
      fault = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const OPERATIONS: readonly string[] = [
  'GET /op/web/info',
  'POST /op/web/info',
  'OPTIONS /op/web/info',
  'POST /op/web/reset',
];

const ALLOWED = { 'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key' };

const MAX_KEY = 128;

const answerTo = (arrived: Arrived): Draft => {
  const { method, path, headers } = arrived;
  if (path === '/op/web/tag.js' && method === 'GET') return tagAnswer(headers);
  const [operation = ''] = path.split('?');
  return OPERATIONS.includes(`${method} ${operation}`) ? operationAnswer(arrived) : draft(404, {}, '{}');
};

const operationAnswer = ({ method, path, headers }: Arrived): Draft => {
  const origin = headers.origin ?? headers.referer?.replace(/\/$/, '') ?? SITE;
  const cors: Draft['headers'] =
    headers.origin === SITE
      ? { 'Access-Control-Allow-Origin': SITE, 'Access-Control-Allow-Credentials': 'true' }
      : {};
  if (method === 'OPTIONS') return draft(204, { ...cors, ...(origin === SITE ? ALLOWED : {}) }, '');
  if (origin !== SITE) return draft(403, {}, '{}');
  if (String(headers['idempotency-key'] ?? '').length > MAX_KEY) return draft(400, cors, '{}');
  const visitor = path.startsWith('/op/web/reset') ? FRESH : known(headers);
  return visitAnswer(path.includes('out=json'), cors, visitor);
};

const known = ({ cookie = '' }: IncomingHttpHeaders): UmdidCookie =>
  decodeUmdidCookie(cookie.replace('umdid=', '')) ?? VISITOR;

const visitAnswer = (asJson: boolean, cors: Draft['headers'], visitor: UmdidCookie): Draft => {
  const answer = JSON.stringify({ umid: visitor.umid, state: 0 });
  return draft(
    200,
    {
      ...cors,
      'Content-Type': 'application/json',
      ...(asJson ? { 'X-Content-Type-Options': 'nosniff' } : {}),
      'Set-Cookie': [cookieOf(visitor)],
    },
    asJson ? answer : `var fcData = ${answer};`,
  );
};

const tagAnswer = (headers: IncomingHttpHeaders): Draft => ({
  status: headers['if-none-match'] === '"1"' ? 304 : 200,
  headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Content-Encoding': 'gzip', ETag: '"1"' },
  body: '',
});

const draft = (status: number, headers: Draft['headers'], body: string): Draft => ({
  status,
  headers: { 'X-Request-Id': randomUUID(), 'Cache-Control': 'no-store', Vary: 'Origin', ...headers },
  body,
});
