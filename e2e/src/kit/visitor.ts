import type { OutgoingHttpHeaders } from 'node:http';
import type { Received } from './conforming.ts';
import { send, type Sent } from './http.ts';

/** What an info answer says, as far as the suites read it. */
export type InfoAnswer = {
  readonly umid: string;
  readonly state: number;
  readonly identifiers?: readonly { readonly name: string; readonly value: string }[];
  readonly nextBestIdentifiers?: readonly unknown[];
  readonly permissions?: Readonly<Record<string, boolean>>;
  readonly permissionsLastModification?: Readonly<Record<string, string>>;
  readonly notificationHistory?: readonly Readonly<Record<string, unknown>>[];
  readonly notificationStatus?: Readonly<Record<string, boolean>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
};

/** A device that keeps the cookies that it is given. */
export type Visitor = {
  readonly send: (path: string, sent?: Sent) => Promise<Received>;
  readonly get: (path: string, headers?: OutgoingHttpHeaders) => Promise<Received>;
  readonly post: (path: string, body: unknown, headers?: OutgoingHttpHeaders) => Promise<Received>;
  /** A request to `/op/web/info?out=json…` that must succeed. */
  readonly info: (query?: string, body?: unknown) => Promise<InfoAnswer>;
  readonly cookie: (name: string) => string | undefined;
};

export const createVisitor = (baseUrl: string, cookies: Readonly<Record<string, string>> = {}): Visitor => {
  const jar = new Map(Object.entries(cookies));
  const visit = async (path: string, sent: Sent = {}): Promise<Received> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie === '' ? {} : { cookie }), ...sent.headers };
    const received = await send(baseUrl, path, { ...sent, headers });
    for (const line of received.headers['set-cookie'] ?? []) keep(jar, line);
    return received;
  };
  const get: Visitor['get'] = (path, headers = {}) => visit(path, { headers });
  const post: Visitor['post'] = (path, body, headers = {}) =>
    visit(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const info: Visitor['info'] = async (query = '', body) => {
    const path = `/op/web/info?out=json${query}`;
    const received = await (body === undefined ? get(path) : post(path, body));
    if (received.status !== 200) throw new Error(`${path}: ${received.status} ${received.text}`);
    return received.json() as InfoAnswer;
  };
  return { send: visit, get, post, info, cookie: (name) => jar.get(name) };
};

const keep = (jar: Map<string, string>, line: string): void => {
  const [pair = ''] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals);
  if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
  else jar.set(name, pair.slice(equals + 1));
};

/** The three parts of a `umdid` cookie's value. */
export const partsOf = (cookie: string | undefined): { umdid: string; umid: string; type: string } => {
  const [umdid = '', umid = '', type = ''] = Buffer.from(cookie ?? '', 'base64')
    .toString('utf8')
    .split('|');
  return { umdid, umid, type };
};
