import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallTable } from '@kith/contracts';
import { createHttpServer, createKeyring, deadlineIn, silentLogger, type Front } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { useEndings } from '@kith/testing/use-endings';
import { createOpenFront, createSignedFront } from './call-fronts.ts';
import { allCalls, samples } from './call-samples.fake.ts';
import { callsOver } from './calls-over.ts';
import { serveCalls, type ServedCalls } from './serve-calls.ts';
import { createSignedTransport } from './signed-transport.ts';
import { AppLeft, createSocketTransport } from './running-app.ts';
import type { Transport } from './transport.ts';

/** Longer than any test takes. */
const LONG_MS = 120_000;
const keyring = createKeyring({ resolver: ['a secret that both sides share, at least 32 long'] });

const table: CallTable = allCalls;
const cases = Object.entries(table).flatMap(([family, calls]) =>
  Object.entries(calls).map(([name, { isScoped }]) => {
    const { [name]: sample } = (samples as unknown as Record<string, Record<string, Sample>>)[family]!;
    return { family, name, isScoped, ...sample! };
  }),
);
type Case = (typeof cases)[number];

interface Sample {
  readonly path: string;
  readonly repeatable: boolean;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: object;
}

const bodyOf = ({ isScoped, input }: Case): object => (isScoped ? { account: 'demo', ...input } : input);

/** Apps whose every call comes to `result`, and what they were asked. */
const recording = () => {
  const asked: unknown[] = [];
  const state: { result: unknown } = { result: null };
  const handler = async (context: object, input: unknown): Promise<unknown> => {
    asked.push({ ...('account' in context ? { account: context.account } : {}), input });
    return state.result;
  };
  const handlers = Object.fromEntries(
    Object.entries(table).map(([family, calls]) => [
      family,
      Object.fromEntries(Object.keys(calls).map((name) => [name, handler])),
    ]),
  );
  return { asked, state, calls: serveCalls(table, handlers as never) };
};

/** A way to an app: who takes the calls there, and what carries them. */
interface Wire {
  readonly name: string;
  readonly frontOf: (calls: ServedCalls) => Front;
  readonly isSocket: boolean;
  /** To the file of a socket, or to a URL. */
  readonly transportTo: (address: string) => Transport;
}

const WIRES: readonly Wire[] = [
  { name: 'the socket', frontOf: createOpenFront, isSocket: true, transportTo: createSocketTransport },
  {
    name: 'signed HTTP',
    frontOf: (calls) => createSignedFront({ keyring, clock: Date.now, logger: silentLogger }, calls),
    isSocket: false,
    transportTo: (url) => createSignedTransport({ urls: [url], keyring, clock: Date.now }),
  },
];

const post = (transport: Transport, path: string, body: unknown): Promise<unknown> =>
  transport.post({
    path,
    body: JSON.stringify(body),
    requestId: 'request-1',
    deadline: deadlineIn(LONG_MS),
    repeatable: false,
  });

/** What a caller learns of a problem answer. */
const refusal = (status: number, code: string): object => ({
  code,
  message: expect.stringContaining(`answered with status ${status}`),
});

const make = (transport: Transport, { family, name, isScoped, input }: Case): Promise<unknown> => {
  const deadline = deadlineIn(LONG_MS);
  const calls = callsOver(transport, table);
  return calls[family]![name]!((isScoped ? { account: 'demo', deadline } : deadline) as never, input);
};

test('every call has a path of its own, and may be made again where it always might', () => {
  const found = cases.map(({ family, name }) => table[family]![name]!);
  expect(found.map(({ path, repeatable }) => ({ path, repeatable }))).toEqual(
    cases.map(({ path, repeatable }) => ({ path, repeatable })),
  );
  expect(new Set(found.map(({ path }) => path)).size).toBe(cases.length);
});

describe.each(WIRES)('each call, over $name,', ({ frontOf, isSocket, transportTo }) => {
  const endings = useEndings(afterAll);
  const { asked, state, calls } = recording();
  let app: Transport;
  let plain: Transport;
  /** What the plain server does with a call. */
  let answerWith: RequestListener;
  let posts = 0;

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kith-calls-'));
    endings.push(() => rm(directory, { recursive: true }));
    const fronts = [frontOf(calls)];
    const serving = { name: 'calls', logger: silentLogger, headerBytes: 16_384, deadlineMs: LONG_MS, fronts };
    const server = createHttpServer(serving);
    endings.push(() => server.close());
    const other = createServer((request, response) => {
      posts += 1;
      answerWith(request, response);
    });
    endings.push(() => void other.close());
    const [file, otherFile] = [join(directory, 'app.sock'), join(directory, 'other.sock')];
    if (isSocket) await server.listenPrivately(file);
    const { port } = isSocket ? { port: 0 } : await server.listen('127.0.0.1', 0);
    await new Promise<void>((resolve) =>
      isSocket ? other.listen(otherFile, resolve) : other.listen(0, '127.0.0.1', resolve),
    );
    const otherPort = isSocket ? 0 : (other.address() as AddressInfo).port;
    app = transportTo(isSocket ? file : `http://127.0.0.1:${port}`);
    plain = transportTo(isSocket ? otherFile : `http://127.0.0.1:${otherPort}`);
  });

  beforeEach(() => {
    asked.splice(0);
    posts = 0;
  });

  test.each(cases)('$family.$name brings its input, and its result back', async (sample) => {
    state.result = sample.output;
    expect(await make(app, sample)).toEqual(sample.output);
    expect(asked).toEqual([{ ...(sample.isScoped ? { account: 'demo' } : {}), input: sample.input }]);
  });

  test.each(cases)('$family.$name says nothing that the table does not declare', async (sample) => {
    const result = Array.isArray(sample.output)
      ? sample.output.map((item: object) => ({ ...item, journal: 'nobody declared it' }))
      : { ...sample.output, journal: 'nobody declared it' };
    state.result = result;
    expect(await post(app, sample.path, bodyOf(sample))).toEqual(sample.output);
    answerWith = (_request, response) => void response.end(JSON.stringify(result));
    expect(await make(plain, sample)).toEqual(sample.output);
  });

  test.each(cases)('$family.$name is refused with an input of another shape', async (sample) => {
    const surplus = { ...bodyOf(sample), surplus: 1 };
    const withAnother = { ...bodyOf(sample), ...(sample.isScoped ? { account: 7 } : { account: {} }) };
    for (const body of [surplus, withAnother, [], null, 'text']) {
      await expect(post(app, sample.path, body)).rejects.toMatchObject(refusal(400, 'bad_request'));
    }
    expect(asked).toEqual([]);
  });

  test.each(cases)('$family.$name is Unavailable with a result of another shape', async (sample) => {
    for (const result of ['nonsense', null, { kind: 'gone' }, [{ kind: 'gone' }]]) {
      state.result = result;
      await expect(make(app, sample)).rejects.toMatchObject(refusal(500, 'internal_server_error'));
      answerWith = (_request, response) => void response.end(JSON.stringify(result));
      const error: unknown = await make(plain, sample).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Unavailable);
      expect(String(error)).toContain('sent an answer that cannot be read');
    }
  });

  test.each(cases)(
    '$family.$name that loses its connection is never made again by itself',
    async (sample) => {
      answerWith = (request) => request.socket.destroy();
      const error: unknown = await make(plain, sample).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Unavailable);
      expect(error instanceof AppLeft).toBe(isSocket && sample.repeatable);
      expect(posts).toBe(1);
    },
  );

  test.each(cases)('$family.$name is known at its path alone', async (sample) => {
    for (const path of [`${sample.path}/`, `${sample.path}x`, sample.path.toUpperCase()]) {
      await expect(post(app, path, bodyOf(sample))).rejects.toMatchObject(refusal(404, 'not_found'));
    }
    expect(asked).toEqual([]);
  });
});
