import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { encodeUmdidCookie } from '@kith/contracts';
import type { UmdidCookie } from '@kith/contracts';

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
const VISITOR = {
  umdid: '11111111-1111-4111-8111-111111111111',
  umid: '22222222-2222-4222-8222-222222222222',
  type: 0,
} as unknown as UmdidCookie;
const ANSWER = JSON.stringify({ umid: VISITOR.umid, state: 0 });
const COOKIE = `umdid=${encodeUmdidCookie(VISITOR)}; Max-Age=31536000; Domain=example.com; Path=/; HttpOnly; Secure; SameSite=None`;

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

const answerTo = (arrived: Arrived): Draft => {
  const { method, path, headers } = arrived;
  if (path === '/op/web/tag.js' && method === 'GET') return tagAnswer(headers);
  const [operation] = path.split('?');
  if (operation !== '/op/web/info' || !['GET', 'POST', 'OPTIONS'].includes(method))
    return draft(404, {}, '{}');
  const origin = headers.origin ?? headers.referer?.replace(/\/$/, '') ?? SITE;
  const cors: Draft['headers'] =
    headers.origin === SITE
      ? { 'Access-Control-Allow-Origin': SITE, 'Access-Control-Allow-Credentials': 'true' }
      : {};
  if (method === 'OPTIONS') return draft(204, { ...cors, ...(origin === SITE ? ALLOWED : {}) }, '');
  if (origin !== SITE) return draft(403, {}, '{}');
  return visitAnswer(path.includes('out=json'), cors);
};

const ALLOWED = { 'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key' };

const visitAnswer = (asJson: boolean, cors: Draft['headers']): Draft =>
  draft(
    200,
    {
      ...cors,
      'Content-Type': 'application/json',
      ...(asJson ? { 'X-Content-Type-Options': 'nosniff' } : {}),
      'Set-Cookie': [COOKIE],
    },
    asJson ? ANSWER : `var fcData = ${ANSWER};`,
  );

const tagAnswer = (headers: IncomingHttpHeaders): Draft => {
  const isPlain = headers['accept-encoding'] === 'identity';
  return {
    status: headers['if-none-match'] === '"1"' ? 304 : 200,
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      ...(isPlain ? {} : { 'Content-Encoding': 'gzip' }),
      ETag: '"1"',
    },
    body: isPlain ? `(()=>{let kithSettings={"requires":[],"gpc":true};})();` : '',
  };
};

const draft = (status: number, headers: Draft['headers'], body: string): Draft => ({
  status,
  headers: { 'Cache-Control': 'no-store', Vary: 'Origin', ...headers },
  body,
});
