import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookTarget } from '@kith/domain/destinations';
import { ConfigurationError } from '@kith/platform';
import type { Delivery, DestinationSender, OutgoingHttp, SendOutcome } from '@kith/ports';
import {
  ampleDeadline,
  defineDestinationSenderContract,
  randomUmid,
  temporaryDirectory,
  type TemporaryDirectory,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { Webhook } from 'standardwebhooks';
import { createWebhookSender } from './create-webhook-sender.ts';
import { checkWebhooks } from './open-webhook-sender.ts';
import { webhookSecrets } from './webhook-secrets.ts';

interface Received {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let folder: TemporaryDirectory;
let server: Server;
let received: Received[];
let answer: (response: ServerResponse) => void;

const endings = useEndings(afterEach);
beforeEach(async () => {
  folder = await temporaryDirectory();
  endings.push(() => folder.remove());
  received = [];
  answer = (response) => response.writeHead(204).end();
  server = createServer((incoming, response) => {
    void text(incoming).then((body) => {
      received.push({ url: incoming.url ?? '', headers: incoming.headers, body });
      answer(response);
    });
  });
  endings.push(() => server.close());
  endings.push(() => server.closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

/** A client of real HTTP; what it may reach is another adapter's matter. */
const plainHttp: OutgoingHttp = {
  call: async (deadline, { url, method, headers, body }) => {
    const sent = request(url, { method, headers, timeout: deadline.remainingMs(), agent: false });
    sent.once('timeout', () => sent.destroy());
    try {
      sent.end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const answered = {
        status: response.statusCode ?? 0,
        headers: response.headers as Record<string, string>,
      };
      return { kind: 'answered', ...answered, body: await text(response) };
    } catch {
      return { kind: 'failed', why: 'tooLong', detail: 'no whole answer in time' };
    }
  },
};

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const DELIVERY: Delivery = {
  id: 'delivery.1',
  type: 'kith.tracking.page',
  umid: randomUmid(),
  at: Date.now(),
  payload: { type: 'kith.tracking.page', text: 'Grüße' },
};

interface Given {
  readonly target?: Partial<WebhookTarget>;
  readonly secrets?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const senderOf = ({ target, secrets, files = {} }: Given = {}): DestinationSender => {
  const { port } = server.address() as AddressInfo;
  const whole: WebhookTarget = {
    type: 'webhook',
    url: `http://127.0.0.1:${port}/hook?x=1`,
    secretFile: secrets === undefined ? null : 'secrets',
    authorization: null,
    headers: new Map(),
    timeoutMs: 5_000,
    allowPrivate: true,
    ...target,
  };
  const contents = Object.entries({ ...files, secrets: secrets ?? '' });
  const named = new Map(contents.map(([name, content]) => [name, Buffer.from(content)]));
  const deps = { target: whole, secrets: webhookSecrets(whole, named), http: plainHttp };
  return createWebhookSender({ ...deps, clock: Date.now, close: () => undefined });
};

const send = (given: Given = {}): Promise<SendOutcome> => senderOf(given).send(ampleDeadline(), [DELIVERY]);

/** The outcome of an answer with this status and these headers. */
const outcomeWith = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<SendOutcome> => {
  answer = (response) => response.writeHead(status, headers).end('whatever it says');
  return send();
};

defineDestinationSenderContract(async () => ({
  adapter: {
    sender: senderOf(),
    received: async () => received.map(({ body }) => JSON.parse(body) as unknown),
    // Nothing listens on the port of discarded bytes.
    unreachable: senderOf({ target: { url: 'http://127.0.0.1:9/' } }),
  },
  close: async () => undefined,
}));

describe('a webhook', () => {
  test('is signed as the reference library of Standard Webhooks verifies it, with each of the secrets', async () => {
    const [young, old] = [newSecret(), newSecret()];
    expect(await send({ secrets: JSON.stringify([young, old]) })).toEqual({ kind: 'delivered' });
    const { headers, body } = received[0]!;
    const signed = headers as Record<string, string>;
    for (const secret of [young, old]) {
      expect(new Webhook(secret).verify(body, signed)).toEqual(DELIVERY.payload);
    }
    expect(() => new Webhook(newSecret()).verify(body, signed)).toThrow();
    expect(() => new Webhook(young).verify(`${body} `, signed)).toThrow();
    expect(headers['webhook-id']).toBe('delivery_1');
    expect(headers['content-type']).toBe('application/json');
  });

  test('shows a token in a header, read anew for each call', async () => {
    const tokenFile = join(folder.path, 'token');
    const target = { authorization: { in: 'header', tokenFile } } as const;
    await writeFile(tokenFile, 'first\n');
    await send({ target });
    await writeFile(tokenFile, 'second\n');
    await send({ target });
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  test('shows a token in the address beside what stands there already', async () => {
    const tokenFile = join(folder.path, 'token');
    await writeFile(tokenFile, 'a&b');
    await send({ target: { authorization: { in: 'query', parameter: 'access_token', tokenFile } } });
    expect(received[0]?.url).toBe('/hook?x=1&access_token=a%26b');
  });

  test('waits for a token that is not there, and is not called without it', async () => {
    const tokenFile = join(folder.path, 'token');
    const outcome = await send({ target: { authorization: { in: 'header', tokenFile } } });
    expect(outcome).toEqual({ kind: 'retry', why: `${tokenFile}: there is no such file` });
    expect(received).toEqual([]);
  });

  test('shows further headers, some of them from files', async () => {
    const headers = new Map<string, string | { readonly file: string }>([
      ['login-customer-id', '12'],
      ['developer-token', { file: 'developer' }],
    ]);
    await send({ target: { headers }, files: { developer: 'secret-token\n' } });
    expect(received[0]?.headers).toMatchObject({
      'login-customer-id': '12',
      'developer-token': 'secret-token',
    });
  });

  test.each([200, 201, 204, 299])('is delivered where the answer is %d', async (status) => {
    expect(await outcomeWith(status)).toEqual({ kind: 'delivered' });
  });

  test.each([301, 302, 400, 401, 403, 404, 408, 409, 425, 500, 502, 503, 504])(
    'is tried again where the answer is %d',
    async (status) => {
      expect(await outcomeWith(status)).toEqual({ kind: 'retry', why: `answered with status ${status}` });
    },
  );

  test.each([410, 413, 422])('is given up where the answer is %d', async (status) => {
    expect(await outcomeWith(status)).toEqual({ kind: 'refused', why: `answered with status ${status}` });
  });

  test('waits for as many seconds as Retry-After says, for a day at most', async () => {
    expect(await outcomeWith(429, { 'retry-after': '17' })).toMatchObject({ kind: 'retry', afterMs: 17_000 });
    expect(await outcomeWith(503, { 'retry-after': '99999999' })).toMatchObject({ afterMs: 86_400_000 });
    expect(await outcomeWith(503, { 'retry-after': '9'.repeat(400) })).toMatchObject({ afterMs: 86_400_000 });
  });

  test('waits until the date that Retry-After says, and for none that has passed', async () => {
    const soon = await outcomeWith(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
    expect(soon).toMatchObject({ afterMs: expect.any(Number) });
    expect((soon as { readonly afterMs: number }).afterMs).toBeGreaterThan(50_000);
    expect(await outcomeWith(503, { 'retry-after': new Date(0).toUTCString() })).toMatchObject({
      afterMs: 0,
    });
  });

  test.each(['soon', '-5', '1.5', '2030-01-01', ''])('passes over a Retry-After of %j', async (text) => {
    expect(await outcomeWith(503, { 'retry-after': text })).not.toHaveProperty('afterMs');
  });

  test('that is not answered within its time is tried again', async () => {
    answer = () => undefined;
    expect(await send({ target: { timeoutMs: 60 } })).toEqual({
      kind: 'retry',
      why: 'no whole answer in time',
    });
  });
});

describe('the secrets of a webhook', () => {
  const fault = (content: string): (() => unknown) => {
    const target = { secretFile: 'the-file', headers: new Map() };
    return () => webhookSecrets(target, new Map([['the-file', Buffer.from(content)]]));
  };

  test.each(['plain-secret-of-enough-length', 'whsec_dG9vIHNob3J0', 'whsec_***', `${newSecret()}\nother`])(
    'must have the form of Standard Webhooks, and are never shown: %j',
    (content) => {
      expect(fault(content)).toThrow(/^the-file: a secret must be whsec_ and 24 to 64 bytes in base64$/);
    },
  );

  test('must be there', () => {
    expect(fault('\n')).toThrow('the-file: holds no secret');
  });

  test('are checked together: one error names each member that is at fault and its file, and nothing of its content', () => {
    const target: WebhookTarget = {
      type: 'webhook',
      url: 'https://receiver.example.com/',
      secretFile: 'secrets',
      authorization: null,
      headers: new Map([['developer-token', { file: 'developer' }]]),
      timeoutMs: 5_000,
      allowPrivate: false,
    };
    const hook = { account: 'demo', name: 'hook', target };
    const check = (files: Readonly<Record<string, string>>) => () =>
      checkWebhooks(
        [hook, { ...hook, name: 'other', target: { ...target, headers: new Map() } }],
        new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
      );
    expect(check({ secrets: newSecret(), developer: 'token' })).not.toThrow();
    const form = 'secrets: a secret must be whsec_ and 24 to 64 bytes in base64';
    expect(check({ secrets: 'malformed', developer: 'tökén' })).toThrow(
      new ConfigurationError([
        `accounts.demo.destinations.hook.secretFile: ${form}`,
        'accounts.demo.destinations.hook.headers.developer-token.file: developer: holds what no header can hold',
        `accounts.demo.destinations.other.secretFile: ${form}`,
      ]),
    );
    expect(check({ secrets: 'malformed', developer: 'token' })).toThrow(ConfigurationError);
  });
});
