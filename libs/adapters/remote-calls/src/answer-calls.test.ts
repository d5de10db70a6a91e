import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { formatSignature, resolveCalls, SIGNATURE_HEADER, signedParts } from '@kith/contracts';
import type { Umid } from '@kith/domain/identity';
import {
  createHttpServer,
  createKeyring,
  createLogger,
  createMetrics,
  deadlineIn,
  Overload,
} from '@kith/platform';
import type { ResolveAnswer, ResolveCall, Resolver } from '@kith/ports';
import { useEndings } from '@kith/testing/use-endings';
import { createSignedFront } from './call-fronts.ts';
import { createResolverClient } from './resolver-client.ts';
import { serveCalls } from './serve-calls.ts';

const LONG_MS = 120_000;
const PATH = '/internal/resolve';
const UMID = '0b0c1d2e-3f40-4a5b-8c6d-7e8f90a1b2c3' as Umid;
const keyring = createKeyring({ resolver: ['a secret that both sides share, at least 32 long'] });
const endings = useEndings(afterEach);

const answer: ResolveAnswer = {
  umid: UMID,
  state: 'visitor',
  type: 0,
  sections: {},
  entry: { umid: UMID, state: 'visitor', type: 0, permissions: {}, bindingVersion: 1, profileVersion: 1 },
};

const callOf = (pipeline: string): ResolveCall => ({
  pipeline,
  umdid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as ResolveCall['umdid'],
  freshDevice: false,
  identifiers: [],
  consent: { permissions: {}, acknowledgements: [] },
  sections: [],
  retryKeys: [],
  receivedAt: 1,
  requestId: `request-of-${pipeline}`,
});

const gate = () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release: () => release() };
};

/** Does what the name of a call's pipeline says; `release` lets those go on that wait. */
const pipelineResolver = () => {
  const { released, release } = gate();
  const asked: { readonly call: ResolveCall; readonly remainingMs: number }[] = [];
  const resolver: Resolver = {
    resolve: async ({ deadline }, call) => {
      asked.push({ call, remainingMs: deadline.remainingMs() });
      if (call.pipeline === 'slow') await released;
      if (call.pipeline === 'busy') throw new Overload(7);
      if (call.pipeline === 'broken') throw new TypeError('the store has gone');
      return answer;
    },
  };
  return { asked, release, resolver };
};

const started = async () => {
  const { asked, release, resolver } = pipelineResolver();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ name: 'resolver', level: 'info', destination });
  const metrics = createMetrics('test');
  const front = createSignedFront(
    { keyring, clock: Date.now, logger },
    serveCalls(resolveCalls, { resolver }),
  );
  const server = createHttpServer({
    name: 'internal',
    logger,
    metrics,
    headerBytes: 16_384,
    deadlineMs: LONG_MS,
    fronts: [front],
  });
  const url = `http://127.0.0.1:${(await server.listen('127.0.0.1', 0)).port}`;
  endings.push(() => server.close());
  const requests = async (): Promise<number> => {
    const [, count] = /http_requests_total\{[^}]*\} (\d+)/.exec(await metrics.text()) ?? [];
    return Number(count ?? 0);
  };
  return { asked, release, url, requests, lines: () => lines.map((line) => JSON.parse(line) as object) };
};

/** What a caller of `started` comes to. */
const clientOf = (url: string) => {
  const client = createResolverClient({
    urls: [url],
    keyring,
    clock: Date.now,
    metrics: createMetrics('test'),
    newCallId: randomUUID,
  });
  endings.push(async () => client.close());
  return (pipeline: string, members: object = {}, ms = LONG_MS) =>
    client.resolve({ account: 'demo', deadline: deadlineIn(ms) }, { ...callOf(pipeline), ...members });
};

const post = (url: string, body: string): Promise<Response> => {
  const at = Date.now();
  const mac = keyring.mac('resolver', ...signedParts({ at, path: PATH, body }));
  return fetch(`${url}${PATH}`, {
    method: 'POST',
    body,
    headers: { [SIGNATURE_HEADER]: formatSignature(at, mac) },
  });
};

test('fifty calls of one turn are one request, each with its own time and hint', async () => {
  const { asked, url, requests } = await started();
  const resolve = clientOf(url);
  const calls = Array.from({ length: 50 }, (_, index) =>
    index === 0 ? resolve('web', { hint: UMID }, 5_000) : resolve('web'),
  );
  expect(await Promise.all(calls)).toEqual(Array(50).fill(answer));
  await expect.poll(requests).toBe(1);
  expect(asked.map(({ call, remainingMs }) => [call.hint, remainingMs <= 5_000])).toEqual([
    [UMID, true],
    ...Array(49).fill([undefined, false]),
  ]);
});

test('what is slow holds up nobody: the others have their answers before it', async () => {
  const { release, url, requests } = await started();
  const resolve = clientOf(url);
  const ended: string[] = [];
  const calls = ['slow', 'web', 'shop'].map((name) => resolve(name).then(() => ended.push(name)));
  await Promise.all(calls.slice(1));
  expect(ended).toEqual(['web', 'shop']);
  release();
  await Promise.all(calls);
  await expect.poll(requests).toBe(1);
});

test('what is wrong with a call, or fails in it, hurts no neighbour, and is logged under its own request id', async () => {
  const { url, lines, requests } = await started();
  const resolve = clientOf(url);
  const calls = [resolve('web'), resolve('web', { umdid: 'x' }), resolve('busy'), resolve('broken')];
  expect(await Promise.allSettled(calls)).toMatchObject([
    { value: answer },
    { reason: { name: 'Unavailable', code: 'bad_request' } },
    { reason: { status: 503, headers: { 'Retry-After': '7' } } },
    { reason: { name: 'Unavailable', code: 'internal_server_error' } },
  ]);
  await expect.poll(requests).toBe(1);
  expect(lines()).toMatchObject([
    { level: 'error', requestId: 'request-of-broken', code: 'internal_server_error' },
  ]);
});

test('a line about a bad call names each offending member', async () => {
  const { url } = await started();
  const bad = { account: 'demo', ...callOf('web'), umdid: 'x', force: true };
  const elements = [{ remainingMs: 1_000, call: bad }, { remainingMs: -1 }, 7];
  const said = (await (await post(url, JSON.stringify(elements))).text()).trimEnd().split('\n');
  const pointers = said.map((line) => {
    const { index, problem } = JSON.parse(line) as {
      index: number;
      problem: { status: number; errors: { pointer: string }[] };
    };
    return [index, problem.status, ...problem.errors.map(({ pointer }) => pointer)].join(' ');
  });
  expect(pointers.toSorted()).toEqual(['0 400 /umdid /force', '1 400 /remainingMs /call', '2 400 ']);
});

test.each([
  ['no call', 0, 400],
  ['more than 256 calls', 257, 413],
])('a request with %s is refused as a whole', async (_what, count, status) => {
  const { asked, url } = await started();
  const call = { remainingMs: 1_000, call: { account: 'demo', ...callOf('web') } };
  const response = await post(url, JSON.stringify(Array(count).fill(call)));
  expect([response.status, asked]).toEqual([status, []]);
});

test('a call alone, as edges of the release before send it, has its answer alone', async () => {
  const { url } = await started();
  const response = await post(url, JSON.stringify({ account: 'demo', ...callOf('web') }));
  expect([response.status, await response.json()]).toEqual([200, answer]);
});
