import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { bodySchema, parseSignature, resolveCalls, signedParts } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import { createKeyring, createMetrics, deadlineIn } from '@kith/platform';
import { Unavailable, type ResolveCall } from '@kith/ports';
import { createResolverClient } from './resolver-client.ts';

const keyring = createKeyring({ resolver: ['a secret that both sides share, at least 32 long'] });
const umid = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3' as Umid;

const call: ResolveCall = {
  pipeline: 'web',
  umdid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as Umdid,
  freshDevice: false,
  identifiers: [{ name: 'customerId', value: 'ü' }],
  consent: { permissions: { 'CS-OPT': true }, acknowledgements: [] },
  sections: ['permissions'],
  retryKeys: [],
  receivedAt: 1,
  requestId: 'request-1',
};

const entry = { umid, state: 'customer', type: 1, permissions: {}, bindingVersion: 2, profileVersion: 3 };
const answer = { umid, state: 'customer', type: 1, sections: { permissions: { 'CS-OPT': true } }, entry };

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const clientOf = async (answerWith: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(answerWith);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createResolverClient({ url, keyring, clock: Date.now, metrics: createMetrics('test') });
  closers.push(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  return client;
};

const scope = (ms = 10_000) => ({ account: 'demo', deadline: deadlineIn(ms) });

describe('a call to the resolver', () => {
  test('that the resolver refuses for overload is refused likewise, with its time to come again', async () => {
    const client = await clientOf((_request, response) =>
      response.writeHead(503, { 'retry-after': '7' }).end(),
    );
    const refused = client.resolve(scope(), call);
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '7' } });
  });

  test('is signed, carries account, deadline and request id, and brings back the answer', async () => {
    const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
    const client = await clientOf((request, response) => {
      void textOf(request).then((body) => {
        seen.push({ headers: request.headers, body });
        response.end(JSON.stringify(answer));
      });
    });
    expect(await client.resolve(scope(), call)).toEqual(answer);
    const { headers, body } = seen[0]!;
    const signature = parseSignature(headers['kith-signature']);
    const { resolve } = resolveCalls.resolver;
    expect(bodySchema(resolve).parse(JSON.parse(body))).toEqual({ account: 'demo', ...call });
    const signed = signedParts({ at: signature!.at, path: resolve.path, body });
    expect(keyring.verify('resolver', signature!.mac, ...signed)).toBe(true);
    expect(headers['x-request-id']).toBe('request-1');
    expect(Number(headers['kith-deadline'])).toBeGreaterThan(0);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end('{}')],
    ['no JSON', (response) => response.end('<html>')],
    ['another shape', (response) => response.end(JSON.stringify({ ...answer, umid: 'x' }))],
    ['a broken connection', (response) => response.destroy()],
    [
      'half an answer',
      (response) => response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
    ],
    ['more than 4 MiB', (response) => response.end('x'.repeat(5 * 1024 * 1024))],
  ])('that brings %s is Unavailable', async (_name, answerWith) => {
    const client = await clientOf((_request, response) => answerWith(response));
    await expect(client.resolve(scope(), call)).rejects.toBeInstanceOf(Unavailable);
  });

  test('ends with its deadline where nobody answers', async () => {
    const client = await clientOf(() => undefined);
    await expect(client.resolve(scope(50), call)).rejects.toThrow('no answer in time');
  });

  test('is Unavailable where nobody listens', async () => {
    const client = createResolverClient({
      url: 'http://127.0.0.1:1',
      keyring,
      clock: Date.now,
      metrics: createMetrics('test'),
    });
    await expect(client.resolve(scope(), call)).rejects.toBeInstanceOf(Unavailable);
    client.close();
  });
});
