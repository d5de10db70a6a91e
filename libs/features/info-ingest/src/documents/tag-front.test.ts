import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compileConfiguration, configurationSchema } from '@kith/contracts';
import {
  answer,
  createHttpServer,
  createLive,
  createLogger,
  silentLogger,
  steadyClock,
} from '@kith/platform';
import { createTagFront } from './tag-front.ts';

const configurationWith = (web: object) =>
  compileConfiguration(
    configurationSchema.parse({
      accounts: {
        demo: {
          owner: 'demo',
          permissions: ['P'],
          pipelines: { web: { cookie: { domain: 'example.com' }, ...web }, server: { cookie: false } },
        },
      },
    }),
  );

describe('GET /op/{pipeline}/tag.js', () => {
  const source = createLive(configurationWith({}));
  const front = createTagFront(
    {
      configuration: source.live,
      tagScript: (settings) => `/* ${JSON.stringify(settings)} */`,
      logger: silentLogger,
      steadyClock,
    },
    { prefix: '/op/', handle: async (exchange) => answer(exchange, 200, [], 'left to interface B') },
  );
  const server = createHttpServer({
    name: 'test',
    logger: silentLogger,
    headerBytes: 16_384,
    fronts: [front],
    deadlineMs: 2_000,
  });
  let base: string;
  beforeAll(async () => {
    const { port } = await server.listen('127.0.0.1', 0);
    base = `http://127.0.0.1:${port}/op`;
  });
  afterAll(() => server.close());

  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(`${base}${path}`, { headers, method });

  test('answers with the script for everybody, to be kept for a short while', async () => {
    const got = await ask('/web/tag.js', {
      'accept-encoding': 'identity',
      origin: 'https://elsewhere.example',
    });
    expect(got.status).toBe(200);
    expect(await got.text()).toContain('"requires":[]');
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
    });
  });

  test.each([
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['*', 'br'],
    ['br;q=0', null],
    ['deflate', null],
  ])('of what %j accepts it chooses %j', async (accepted, chosen) => {
    const got = await ask('/web/tag.js', { 'accept-encoding': accepted });
    expect(got.headers.get('content-encoding')).toBe(chosen);
    expect(await got.text()).toContain('"requires":[]');
  });

  test('whoever has it is told so', async () => {
    const { headers } = await ask('/web/tag.js', { 'accept-encoding': 'br' });
    const etag = headers.get('etag') ?? '';
    const again = await ask('/web/tag.js', { 'accept-encoding': 'br', 'if-none-match': `"x", W/${etag}` });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    const other = await ask('/web/tag.js', { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(other.status).toBe(200);
  });

  test('its content can be had for good at an address of its own, also after the next configuration', async () => {
    const pinned = async (): Promise<string> =>
      `/web/${(await ask('/web/tag.js')).headers.get('content-location') ?? ''}`;
    const first = await pinned();
    const got = await ask(first);
    expect(got.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const text = await got.text();
    source.replace(configurationWith({ tracking: { requires: 'P' } }));
    const second = await pinned();
    expect(second).not.toBe(first);
    expect(await (await ask(second)).text()).toContain('"requires":["P"]');
    expect(await (await ask(first)).text()).toBe(text);
    source.replace(configurationWith({ tag: { spa: false } }));
    expect((await ask(first)).status).toBe(404);
  });

  test.each([
    ['/web/tag.js', 'HEAD'],
    ['/web/tag.js', 'POST'],
    ['/web/tag.js', 'OPTIONS'],
    ['/server/tag.js', 'GET'],
    ['/nobody/tag.js', 'GET'],
    ['/web/tag-0123.js', 'GET'],
  ])('%s %s is a 404', async (path, method) => {
    const got = await ask(path, {}, method);
    expect([got.status, got.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test.each(['/web/info', '/web/tag.js/', '/web/tag', '/web/x/tag.js', '/tag.js'])(
    '%s is left to interface B',
    async (path) => {
      expect(await (await ask(path)).text()).toBe('left to interface B');
    },
  );
});

test('a script that is larger than 4 KB with the settings of a pipeline is warned of, at the start and later', () => {
  const lines: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'warn',
    destination: { write: (line) => void lines.push(line) },
  });
  const source = createLive(configurationWith({}));
  const large = Array.from({ length: 4_000 }, (_, at) => Math.sin(at)).join();
  createTagFront(
    { configuration: source.live, tagScript: ({ spa }) => (spa ? 'small' : large), logger, steadyClock },
    { prefix: '/op/', handle: async () => undefined },
  );
  expect(lines).toEqual([]);
  source.replace(configurationWith({ tag: { spa: false } }));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ pipeline: 'web', bytes: expect.any(Number) }),
  ]);
});
