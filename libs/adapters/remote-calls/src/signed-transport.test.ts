import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { parseSignature, resolverCalls, signedParts } from '@kith/contracts';
import type { Umdid, Umid } from '@kith/domain/identity';
import { createKeyring, deadlineIn } from '@kith/platform';
import { Unavailable, type ResolveCall } from '@kith/ports';
import { callsOver } from './calls-over.ts';
import { createSignedTransport } from './signed-transport.ts';

const EXPLAIN_PATH = '/internal/explain';
const UNMERGE_PATH = '/internal/unmerge';
const keyring = createKeyring({ resolver: ['a secret that both sides share, at least 32 long'] });
const umid = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3' as Umid;
const unmerged = { kind: 'unmerged', survivor: umid, restored: umid };

const call: ResolveCall = {
  pipeline: 'web',
  umdid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as Umdid,
  freshDevice: false,
  identifiers: [],
  consent: { permissions: {}, acknowledgements: [] },
  sections: [],
  retryKeys: [],
  receivedAt: 1,
  requestId: 'request-1',
};

const explanation = {
  row: 'switchToNew',
  umid: 'new',
  state: 'customer',
  type: 1,
  matched: [{ name: 'customerId', value: '2', umid: null, role: 'joined' }],
  changes: [{ kind: 'switched', umid: 'new', from: umid }],
  conflicts: [],
};

/** A call as it came in. */
interface Seen {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const clientOf = async (answerWith: (response: ServerResponse) => void) => {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push({ path: request.url, headers: request.headers, body });
      answerWith(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = createSignedTransport({ urls: [url], keyring, clock: Date.now });
  const client = callsOver(transport, resolverCalls).administration;
  closers.push(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  return { client, seen };
};

const scope = (ms = 10_000) => ({ account: 'demo', deadline: deadlineIn(ms) });

const mustBeSigned = ({ headers, body }: Seen, path: string): void => {
  const { at, mac } = parseSignature(headers['kith-signature'])!;
  expect(keyring.verify('resolver', mac, ...signedParts({ at, path, body }))).toBe(true);
  expect(Number(headers['kith-deadline'])).toBeGreaterThan(0);
};

describe('a call of an administrator', () => {
  test('asks to undo a merge, signed for that route', async () => {
    const { client, seen } = await clientOf((response) => response.end(JSON.stringify(unmerged)));
    expect(await client.unmerge(scope(), { umid })).toEqual(unmerged);
    const [asked] = seen;
    expect([asked?.path, JSON.parse(asked!.body)]).toEqual([UNMERGE_PATH, { account: 'demo', umid }]);
    mustBeSigned(asked!, UNMERGE_PATH);
  });

  test('asks for an explanation, under the request id of the call', async () => {
    const { client, seen } = await clientOf((response) => response.end(JSON.stringify(explanation)));
    expect(await client.explain(scope(), call)).toEqual(explanation);
    const [asked] = seen;
    expect([asked?.path, JSON.parse(asked!.body)]).toEqual([EXPLAIN_PATH, { account: 'demo', ...call }]);
    expect(asked?.headers['x-request-id']).toBe('request-1');
    mustBeSigned(asked!, EXPLAIN_PATH);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(400).end('{}')],
    ['another shape', (response) => response.end(JSON.stringify({ kind: 'undone' }))],
    ['a broken connection', (response) => response.destroy()],
  ])('that brings %s is Unavailable', async (_name, answerWith) => {
    const { client } = await clientOf(answerWith);
    await expect(client.unmerge(scope(), { umid })).rejects.toBeInstanceOf(Unavailable);
  });

  test('that is refused says by the code of the problem why', async () => {
    const problem = { type: '/problems#signature_refused', code: 'signature_refused', status: 401 };
    const { client } = await clientOf((response) => response.writeHead(401).end(JSON.stringify(problem)));
    const refused = { code: 'signature_refused', message: 'resolver: answered with status 401' };
    await expect(client.unmerge(scope(), { umid })).rejects.toMatchObject(refused);
  });

  test('ends with its deadline where nobody answers', async () => {
    const { client } = await clientOf(() => undefined);
    await expect(client.unmerge(scope(50), { umid })).rejects.toThrow('no answer in time');
  });
});
