import { afterEach, describe, expect, test } from 'vitest';
import { createLive, deadlineIn } from '@kith/platform';
import type { OutgoingCall, OutgoingOutcome } from '@kith/ports';
import { startHostileServer } from './hostile-server.fake.ts';
import { openOutgoingHttp } from './open-outgoing-http.ts';
import type { LookUp } from './permitted-addresses.ts';
import type { OutgoingHost } from './target-of.ts';

const OK = 'HTTP/1.1 200 OK\r\nx-a: 1\r\nset-cookie: a\r\nset-cookie: b\r\ncontent-length: 2\r\n\r\nok';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const aServer = async () => {
  const server = await startHostileServer((socket) => socket.write(OK));
  closers.push(server.close);
  return server;
};

const client = (hosts: readonly OutgoingHost[], lookUp?: LookUp) => {
  const source = createLive(hosts);
  const { http, close } = openOutgoingHttp({
    hosts: source.live,
    maxAnswerBytes: 1_000,
    ...(lookUp === undefined ? {} : { lookUp }),
  });
  closers.push(close);
  const call = (url: string, more: Partial<OutgoingCall> = {}): Promise<OutgoingOutcome> =>
    http.call(deadlineIn(10_000), { method: 'GET', url, headers: {}, ...more });
  return { http, call, source };
};

const refused = { kind: 'failed', why: 'refused' };
const addressed =
  (...addresses: readonly string[]): LookUp =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('an outgoing call', () => {
  test('takes method, path, headers and body there, and brings the answer back', async () => {
    const { port, requests } = await aServer();
    const { call } = client([{ origin: `http://127.0.0.1:${port}`, allowPrivate: true }]);
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    const outcome = await call(`http://127.0.0.1:${port}/a%20b?c=d`, { method: 'PUT', headers, body: '"ü"' });
    expect(outcome).toEqual({
      kind: 'answered',
      status: 200,
      headers: { 'x-a': '1', 'set-cookie': 'a, b', 'content-length': '2' },
      body: 'ok',
    });
    const sent = requests.join('');
    expect(sent).toMatch(/^PUT \/a%20b\?c=d HTTP\/1.1\r\n/);
    expect(sent).toContain('authorization: Bearer x\r\n');
    expect(sent).toContain('content-length: 4\r\n');
  });

  test('keeps its connection for the next', async () => {
    const server = await aServer();
    const origin = `http://127.0.0.1:${server.port}`;
    const { call } = client([{ origin, allowPrivate: true }]);
    for (const path of ['/1', '/2', '/3']) expect(await call(origin + path)).toMatchObject({ status: 200 });
    expect(server.connections()).toBe(1);
  });

  test('is not made when its time is over already', async () => {
    const server = await aServer();
    const origin = `http://127.0.0.1:${server.port}`;
    const { http } = client([{ origin, allowPrivate: true }]);
    const outcome = await http.call(deadlineIn(0), { method: 'GET', url: origin, headers: {} });
    expect(outcome).toMatchObject({ kind: 'failed', why: 'tooLong' });
    expect(server.connections()).toBe(0);
  });

  test('ends at its deadline while the name is still being looked up', async () => {
    const { http } = client(
      [{ origin: 'http://crm', allowPrivate: true }],
      () => new Promise(() => undefined),
    );
    const outcome = await http.call(deadlineIn(50), { method: 'GET', url: 'http://crm/', headers: {} });
    expect(outcome).toEqual({
      kind: 'failed',
      why: 'tooLong',
      detail: 'http://crm: no whole answer in time',
    });
  });

  test('of a name that nobody knows is unreachable', async () => {
    const lookUp: LookUp = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    const { call } = client([{ origin: 'https://crm.example', allowPrivate: false }], lookUp);
    expect(await call('https://crm.example/')).toEqual({
      kind: 'failed',
      why: 'unreachable',
      detail: 'https://crm.example: ENOTFOUND',
    });
  });
});

describe('a call that is never made', () => {
  test.each([
    'http://127.0.0.1:1/',
    'https://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT@evil.example/',
    'http://evil.example:PORT/',
    'http://127.0.0.1.evil.example:PORT/',
    'http://localhost:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/',
    'no url',
    '',
  ])('%s: its host is not configured', async (url) => {
    const server = await aServer();
    const { call } = client([{ origin: `http://127.0.0.1:${server.port}`, allowPrivate: true }]);
    expect(await call(url.replace('PORT', String(server.port)))).toMatchObject(refused);
    expect(server.connections()).toBe(0);
  });

  test.each(['user@', 'user:secret@', ':secret@'])('with %s in its URL', async (login) => {
    const server = await aServer();
    const { call } = client([{ origin: `http://127.0.0.1:${server.port}`, allowPrivate: true }]);
    const outcome = await call(`http://${login}127.0.0.1:${server.port}/`);
    expect(outcome).toMatchObject(refused);
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(server.connections()).toBe(0);
  });

  test.each<[string, string]>([
    ['Host', 'evil.example'],
    ['transfer-encoding', 'chunked'],
    ['content-length', '5'],
    ['x-a', 'b\r\nx-evil: c'],
    ['x a', 'b'],
  ])('with the header %s: %j', async (name, value) => {
    const server = await aServer();
    const origin = `http://127.0.0.1:${server.port}`;
    const { call } = client([{ origin, allowPrivate: true }]);
    const outcome = await call(origin, { headers: { [name]: value } });
    expect(outcome).toMatchObject(refused);
    expect(JSON.stringify(outcome)).not.toContain('evil');
    expect(server.connections()).toBe(0);
  });

  test.each([
    ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0177.0.0.1', '017700000001', '127.0.0.1.'],
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]'],
    ...['169.254.169.254', '0.0.0.0', '[fe80::1]'],
  ])('to %s, which is private however it is spelled', async (host) => {
    const server = await aServer();
    const { origin } = new URL(`http://${host}:${server.port}`);
    const { call } = client([{ origin, allowPrivate: false }]);
    expect(await call(`http://${host}:${server.port}/`)).toMatchObject(refused);
    expect(server.connections()).toBe(0);
  });

  test.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', '[fe80::1]', '[::ffff:169.254.169.254]'])(
    'to %s, even where private addresses are allowed',
    async (host) => {
      const { origin } = new URL(`http://${host}:1`);
      const { call } = client([{ origin, allowPrivate: true }]);
      expect(await call(origin)).toMatchObject(refused);
    },
  );

  test('after its host left the configuration', async () => {
    const server = await aServer();
    const origin = `http://127.0.0.1:${server.port}`;
    const { call, source } = client([{ origin, allowPrivate: true }]);
    expect(await call(origin)).toMatchObject({ status: 200 });
    source.replace([]);
    expect(await call(origin)).toMatchObject(refused);
  });
});

describe('a name', () => {
  test('leads to the address that was looked up for this connection', async () => {
    const server = await aServer();
    const origin = `http://crm.example:${server.port}`;
    const { call } = client([{ origin, allowPrivate: true }], addressed('127.0.0.1'));
    expect(await call(origin)).toMatchObject({ status: 200 });
    expect(server.requests[0]).toContain(`Host: crm.example:${server.port}\r\n`);
  });

  test.each([['127.0.0.1'], ['10.1.2.3', '::1'], ['::ffff:127.0.0.1'], ['169.254.169.254']])(
    'whose addresses are private is refused: %s',
    async (...addresses) => {
      const server = await aServer();
      const origin = `http://crm.example:${server.port}`;
      const { call } = client([{ origin, allowPrivate: false }], addressed(...addresses));
      expect(await call(origin)).toMatchObject(refused);
      expect(server.connections()).toBe(0);
    },
  );

  test('that leads elsewhere a moment later is asked about again by each new connection', async () => {
    const server = await startHostileServer((socket) =>
      socket.end(OK.replace('x-a: 1', 'connection: close')),
    );
    closers.push(server.close);
    const origin = `http://crm.example:${server.port}`;
    const answers = ['127.0.0.1', '169.254.169.254'];
    const { call } = client([{ origin, allowPrivate: true }], (name) =>
      addressed(answers.shift() ?? '')(name),
    );
    expect(await call(origin)).toMatchObject({ status: 200 });
    expect(await call(origin)).toMatchObject(refused);
    expect(server.connections()).toBe(1);
  });

  test('that may lead to private addresses lends its connection to no call that may not', async () => {
    const server = await aServer();
    const origin = `http://crm.example:${server.port}`;
    const { call, source } = client([{ origin, allowPrivate: true }], addressed('127.0.0.1'));
    expect(await call(origin)).toMatchObject({ status: 200 });
    source.replace([{ origin, allowPrivate: false }]);
    expect(await call(origin)).toMatchObject(refused);
    expect(server.connections()).toBe(1);
  });
});
