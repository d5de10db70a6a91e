import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { bodySchema, gatheredCall, parseSignature, resolveCalls, signedParts } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import { createKeyring, createMetrics, deadlineIn } from '@kith/platform';
import { Unavailable, type ResolveAnswer, type ResolveCall, type Resolver } from '@kith/ports';
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
  const client = createResolverClient({
    urls: [url],
    keyring,
    clock: Date.now,
    metrics: createMetrics('test'),
    newCallId: randomUUID,
  });
  closers.push(() => {
    client.close();
    server.closeAllConnections();
    server.close();
  });
  return client;
};

/** The line that answers a call of a request. */
const line = (index: number, said: object = { answer }): string => `${JSON.stringify({ index, ...said })}\n`;

/** A resolver that takes whole requests, and answers when the test says. */
const scriptedResolver = async () => {
  const requests: { calls: readonly unknown[]; response: ServerResponse }[] = [];
  const client = await clientOf((request, response) => {
    void textOf(request).then((body) =>
      requests.push({ calls: JSON.parse(body) as readonly unknown[], response }),
    );
  });
  const asked = (count: number) => expect.poll(() => requests.length).toBe(count);
  return { client, requests, asked };
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

  test('is signed, carries account, time and request id, and brings back the answer', async () => {
    const seen: { headers: IncomingMessage['headers']; body: string }[] = [];
    const client = await clientOf((request, response) => {
      void textOf(request).then((body) => {
        seen.push({ headers: request.headers, body });
        response.end(line(0));
      });
    });
    expect(await client.resolve(scope(), call)).toEqual(answer);
    const { headers, body } = seen[0]!;
    const signature = parseSignature(headers['kith-signature']);
    const { resolve } = resolveCalls.resolver;
    const [asked, ...others] = (JSON.parse(body) as unknown[]).map((element) => gatheredCall.parse(element));
    expect([bodySchema(resolve).parse(asked!.call), others]).toEqual([
      { account: 'demo', ...call, callId: expect.any(String) as string },
      [],
    ]);
    expect(asked!.remainingMs).toBeGreaterThan(0);
    const signed = signedParts({ at: signature!.at, path: resolve.path, body });
    expect(keyring.verify('resolver', signature!.mac, ...signed)).toBe(true);
    expect(headers['x-request-id']).toBe('request-1');
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end('{}')],
    ['a broken error', (response) => response.writeHead(500).write('{', () => response.destroy())],
    ['no JSON', (response) => response.end('<html>\n')],
    ['another shape', (response) => response.end(line(0, { answer: { ...answer, umid: 'x' } }))],
    ['the answer to another call', (response) => response.end(line(1))],
    ['no answer', (response) => response.end()],
    ['a broken connection', (response) => response.destroy()],
    ['half an answer', (response) => response.write(line(0).slice(0, 9), () => response.destroy())],
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
      urls: ['http://127.0.0.1:1'],
      keyring,
      clock: Date.now,
      metrics: createMetrics('test'),
      newCallId: randomUUID,
    });
    await expect(client.resolve(scope(), call)).rejects.toBeInstanceOf(Unavailable);
    client.close();
  });
});

describe('a call among several resolvers', () => {
  /** A resolver that answers every call, or does otherwise. */
  const listen = async (
    answerWith?: (response: ServerResponse, count: number) => void,
    { host = '127.0.0.1', port = 0 } = {},
  ) => {
    const ids: unknown[][] = [];
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        const calls = (JSON.parse(body) as { call: { callId: string } }[]).map((one) => one.call.callId);
        ids.push(calls);
        if (answerWith !== undefined) answerWith(response, calls.length);
        else response.end(calls.map((_, index) => line(index)).join(''));
      });
    });
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    const close = (): void => {
      server.closeAllConnections();
      server.close();
    };
    closers.push(close);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ids, close };
  };
  const clientTo = (...urls: readonly string[]) => {
    const metrics = createMetrics('test');
    const client = createResolverClient({ urls, keyring, clock: Date.now, metrics, newCallId: randomUUID });
    closers.push(() => client.close());
    return { client, metrics };
  };

  test('goes to each in turn', async () => {
    const resolvers = await Promise.all([listen(), listen(), listen()]);
    const { client, metrics } = clientTo(...resolvers.map(({ url }) => url));
    for (let count = 0; count < 12; count += 1) await client.resolve(scope(), call);
    expect(resolvers.map(({ ids }) => ids.length)).toEqual([4, 4, 4]);
    expect(await metrics.text()).toContain('kith_resolver_replicas{app="test"} 3');
  });

  test('is made once more, elsewhere, where nobody listens', async () => {
    const [gone, there] = await Promise.all([listen(), listen()]);
    gone.close();
    const { client } = clientTo(gone.url, there.url);
    for (let count = 0; count < 8; count += 1) await client.resolve(scope(), call);
    expect(there.ids).toHaveLength(8);
  });

  test('is made once more under the same id where the connection breaks, and calls that are answered are not', async () => {
    const broken = await listen((response, count) => {
      if (count === 1) return void response.destroy();
      response.write(line(0), () => response.destroy());
    });
    const whole = await listen();
    const { client, metrics } = clientTo(broken.url, whole.url);
    const each = () => client.resolve(scope(), call);
    // One of these comes to the one that breaks.
    for (let count = 0; count < 2; count += 1) await Promise.all([each(), each(), each()]);
    const [[answered, ...unanswered] = []] = broken.ids;
    expect(whole.ids).toContainEqual(unanswered);
    expect(whole.ids.flat()).not.toContain(answered);
    expect(await metrics.text()).toContain('kith_resolver_repeated_calls_total{app="test"} 2');
  });

  test('finds one that joins under the same name, without a new start', async () => {
    const first = await listen();
    const { port } = new URL(first.url);
    const joining = await listen(undefined, { host: '127.0.0.2', port: Number(port) });
    const known = ['127.0.0.1'];
    const client = createResolverClient({
      urls: [`http://resolvers:${port}`],
      keyring,
      clock: Date.now,
      lookUp: () => Promise.resolve([...known]),
      metrics: createMetrics('test'),
      newCallId: randomUUID,
    });
    closers.push(() => client.close());
    await client.resolve(scope(), call);
    known.push('127.0.0.2');
    const ask = async (): Promise<number> => {
      await client.resolve(scope(), call);
      return joining.ids.length;
    };
    await expect.poll(ask, { timeout: 60_000 }).toBeGreaterThan(2);
    const [before, joined] = [first.ids.length, joining.ids.length];
    for (let count = 0; count < 10; count += 1) await client.resolve(scope(), call);
    expect([first.ids.length - before, joining.ids.length - joined]).toEqual([5, 5]);
  });

  test('is Unavailable where the second breaks, too', async () => {
    const resolvers = await Promise.all([
      listen((response) => response.destroy()),
      listen((response) => response.destroy()),
    ]);
    const { client } = clientTo(...resolvers.map(({ url }) => url));
    await expect(client.resolve(scope(), call)).rejects.toBeInstanceOf(Unavailable);
    expect(resolvers.map(({ ids }) => ids.length)).toEqual([1, 1]);
  });

  test('goes to none that ends its connections, while there is another', async () => {
    const leaving = await listen((response) => {
      response.setHeader('Connection', 'close');
      response.end(line(0));
    });
    const staying = await listen();
    const { client } = clientTo(leaving.url, staying.url);
    for (let count = 0; count < 6; count += 1) await client.resolve(scope(), call);
    // In turn it would have been three and three.
    expect(leaving.ids.length).toBeLessThan(3);
    expect(staying.ids.length + leaving.ids.length).toBe(6);
  });
});

describe('calls to the resolver', () => {
  const several = (client: Resolver, count: number): Promise<ResolveAnswer>[] =>
    Array.from({ length: count }, () => client.resolve(scope(), call));

  test('of one turn of the loop are one request', async () => {
    const { client, requests, asked } = await scriptedResolver();
    const answers = Promise.all(several(client, 50));
    await asked(1);
    requests[0]!.response.end(Array.from({ length: 50 }, (_, index) => line(index)).join(''));
    expect(await answers).toHaveLength(50);
    expect(requests.map(({ calls }) => calls.length)).toEqual([50]);
  });

  test('are answered as their answers come, in any order and in any pieces', async () => {
    const { client, requests, asked } = await scriptedResolver();
    const [slow, quick, quicker] = several(client, 3);
    await asked(1);
    const { response } = requests[0]!;
    const text = Buffer.from(line(1, { answer: { ...answer, sections: { attributes: { ü: 'é' } } } }));
    response.write(Buffer.concat([Buffer.from(line(2)), text.subarray(0, text.indexOf('ü') + 1)]));
    expect(await quicker).toEqual(answer);
    response.write(text.subarray(text.indexOf('ü') + 1));
    expect((await quick)?.sections).toEqual({ attributes: { ü: 'é' } });
    response.end(line(0));
    expect(await slow).toEqual(answer);
  });

  test('fail each by itself', async () => {
    const { client, requests, asked } = await scriptedResolver();
    const outcomes = Promise.allSettled(several(client, 4));
    await asked(1);
    const busy = { status: 503, code: 'overloaded', retryAfter: 7 };
    const bad = { status: 400, code: 'bad_request' };
    requests[0]!.response.end(line(0, { problem: busy }) + line(1, { problem: bad }) + line(2));
    expect(await outcomes).toMatchObject([
      { reason: { status: 503, headers: { 'Retry-After': '7' } } },
      { reason: { name: 'Unavailable', code: 'bad_request' } },
      { value: answer },
      { reason: { name: 'Unavailable', message: 'resolver: ended before it answered' } },
    ]);
  });

  test('leave one that has run out of time behind, and break off when nobody waits any more', async () => {
    const { client, requests, asked } = await scriptedResolver();
    const late = expect(client.resolve(scope(50), call)).rejects.toThrow('no answer in time');
    const [patient] = several(client, 1);
    await asked(1);
    await late;
    requests[0]!.response.write(line(1));
    expect(await patient).toEqual(answer);
    expect(requests[0]!.response.destroyed).toBe(false);
    const nobody = expect(client.resolve(scope(50), call)).rejects.toThrow('no answer in time');
    await asked(2);
    await nobody;
    await expect.poll(() => requests[1]!.response.destroyed).toBe(true);
  });

  test('wait for no requests that hang', async () => {
    const { client, requests, asked } = await scriptedResolver();
    for (let count = 1; count <= 4; count += 1) {
      void Promise.allSettled(several(client, 1));
      await asked(count);
    }
    void Promise.allSettled(several(client, 7));
    await asked(5);
    expect(requests[4]!.calls).toHaveLength(7);
  });
});
