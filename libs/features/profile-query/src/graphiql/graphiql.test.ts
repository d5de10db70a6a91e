import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { parse, validate, type OperationDefinitionNode } from 'graphql';
import { examplesAt } from '../graphiql-page/examples.ts';
import { startProfileQuery, type ProfileQueryServer } from '../profile-query-server.fake.ts';
import { buildSchema } from '../http/apollo-server.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let server: ProfileQueryServer;
const endings = useEndings();
beforeAll(async () => {
  server = await startProfileQuery();
  endings.push(() => server.close());
});

const get = (path = '', headers: Readonly<Record<string, string>> = { accept: BROWSER }): Promise<Response> =>
  fetch(server.url + path, { headers });

const filesIn = (page: string): readonly string[] =>
  Array.from(page.matchAll(/(?:src|href)="graphql(\/files\/[^"]+)"/g), ([, path = '']) => path);

describe('GET /graphql', () => {
  test('shows a browser the page, under a policy that lets it load nothing but its own files', async () => {
    const answer = await get();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      'font-src data:',
      'img-src data:',
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    });
    const page = await answer.text();
    expect(page).toContain('href="http://kith.test/auth/offline-token"');
    expect(page).toContain(`content="${nonce}"`);
    expect(await (await get()).text()).not.toContain(`content="${nonce}"`);
  });

  test.each([
    '*/*',
    'application/json',
    'application/graphql-response+json',
    'application/json, text/html;q=0.5',
  ])('shows no page to who accepts %s', async (accept) => {
    expect((await get('?query=%7B__typename%7D', { accept })).status).not.toBe(200);
  });
});

describe('the files of the page', () => {
  test('are kept for good, each under an address of its own content', async () => {
    const paths = filesIn(await (await get()).text());
    expect(paths).toHaveLength(6);
    for (const path of paths) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, 'gzip']);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
      const etag = answer.headers.get('etag') ?? '';
      const plain = await get(path, { 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(plain.headers.get('etag')).not.toBe(etag);
      expect(await plain.text()).toBe(await answer.text());
      expect((await get(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
    }
  });

  test('are these and no others', async () => {
    const [path = ''] = filesIn(await (await get()).text());
    const folder = path.slice(0, path.lastIndexOf('/'));
    const others = [
      '/',
      '/files',
      '/files/',
      folder,
      `${folder}/`,
      `${folder}/none.js`,
      `${folder}/tsconfig.tsbuildinfo`,
      `${folder}/main.d.ts`,
      `${folder}/..%2fschema%2fsdl.js`,
      `${folder}/__proto__`,
      `${path}/`,
      path.replace(/\/files\/[^/]+/, '/files/0000000000000000'),
    ];
    for (const other of others) expect([other, (await get(other)).status]).toEqual([other, 404]);
  });
});

describe('the examples', () => {
  const schema = buildSchema();

  test.each(examplesAt(0))('fit the schema: $query', ({ query, variables }) => {
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    const { variableDefinitions = [] } = document.definitions[0] as OperationDefinitionNode;
    const needed = variableDefinitions.map(({ variable }) => variable.name.value);
    expect(Object.keys(JSON.parse(variables) as object)).toEqual(needed);
  });
});
