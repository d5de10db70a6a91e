import { beforeAll, describe, expect, test } from 'vitest';
import { getIntrospectionQuery } from 'graphql';
import { auditServer } from 'graphql-http';
import { createLogger } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { LIMITS } from './limits/limits.ts';
import {
  startProfileQuery,
  UMID,
  type Answer,
  type ProfileQueryServer,
} from './profile-query-server.fake.ts';

let server: ProfileQueryServer;
const endings = useEndings();
beforeAll(async () => {
  server = await startProfileQuery();
  endings.push(() => server.close());
});

const JSON_TYPE = 'application/json';
const PERSON = `personTargetDataByUmid(umid: "${UMID}")`;

const post = (body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  server.send({
    headers: {
      authorization: `Bearer ${server.issuer.token('demo')}`,
      'content-type': JSON_TYPE,
      ...headers,
    },
    body,
  });

const codesOf = ({ body }: Answer): readonly unknown[] =>
  (body.errors ?? []).map(({ extensions }) => extensions['code']);

describe('GraphQL over HTTP', () => {
  test('the audits of graphql-http find no failed MUST', async () => {
    const authorization = `Bearer ${server.issuer.token('demo')}`;
    const results = await auditServer({
      url: server.url,
      fetchFn: (input: string, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('authorization', authorization);
        return fetch(input, { ...init, headers });
      },
    });
    const failed = results.filter((result) => result.status !== 'ok' && result.name.startsWith('MUST'));
    expect(results.length).toBeGreaterThan(50);
    expect(failed.map(({ name }) => name)).toEqual([]);
  });

  test('an answer is in the type that the caller prefers, for nobody to store', async () => {
    const accept = 'application/graphql-response+json';
    const { status, headers } = await post(JSON.stringify({ query: `{ ${PERSON} { umid } }` }), { accept });
    expect([status, headers.get('content-type')]).toEqual([200, `${accept}; charset=utf-8`]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['no token', 401, { authorization: '' }, '{}'],
    ['broken JSON', 400, {}, '{'],
    ['no query', 400, {}, '{}'],
    ['a large body', 413, {}, ' '.repeat(LIMITS.bodyBytes + 1)],
    ['no JSON', 415, { 'content-type': 'text/plain' }, '{}'],
  ])('so is the error of %s', async (_, status, more, body) => {
    const type = 'application/graphql-response+json';
    const typeOf = async (accept: string) => {
      const answer = await post(body, { accept, ...more });
      expect(answer.status).toBe(status);
      return answer.headers.get('content-type');
    };
    expect(await typeOf(type)).toBe(`${type}; charset=utf-8`);
    expect(await typeOf(`${type}, application/json;q=0.5`)).toBe(`${type}; charset=utf-8`);
    for (const accept of ['*/*', JSON_TYPE, 'text/plain'])
      expect(await typeOf(accept)).toBe('application/json; charset=utf-8');
  });

  test('an error that the library would let others keep is for nobody to store', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'x' } };
    const answer = await post(JSON.stringify({ query: '{ __typename }', extensions }));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(codesOf(answer)).toEqual(['PERSISTED_QUERY_NOT_SUPPORTED']);
  });

  test.each([
    ['a text that does not parse', '{ personTargetDataByUmid', 'GRAPHQL_PARSE_FAILED'],
    ['a field that is unknown', '{ nobody }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an argument that is missing', '{ personTargetDataByUmid { umid } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a mutation', 'mutation { a }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'no operation of its many',
      'query A { __typename } query B { __typename }',
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ])('%s is the error that it is', async (_, query, code) => {
    const answer = await server.ask(query);
    expect(codesOf(answer)).toEqual([code]);
    expect(answer.status).toBe(400);
  });

  test('a variable of another type is bad input', async () => {
    const answer = await server.ask(
      'query ($umid: String!) { personTargetDataByUmid(umid: $umid) { umid } }',
      {
        umid: 1,
      },
    );
    expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_USER_INPUT']]);
  });

  test.each([
    ['broken JSON', '{'],
    ['no object', '"x"'],
    ['a batch', '[{"query":"{ __typename }"}]'],
    ['an empty object', '{}'],
    ['a query that is no text', '{"query":1}'],
    ['an empty query', '{"query":""}'],
    ['a stored query alone', '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}'],
    ['variables that are none', '{"query":"{ __typename }","variables":"x"}'],
    ['nothing', ''],
  ])('a body of %s is a bad request', async (_, body) => {
    const answer = await post(body);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['BAD_REQUEST']]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=latin9',
  ])('a body of %s is not read', async (type) => {
    const answer = await post('{"query":"{ __typename }"}', { 'content-type': type });
    expect([answer.status, codesOf(answer)]).toEqual([415, ['UNSUPPORTED_MEDIA_TYPE']]);
  });

  test.each([
    ['GET', ''],
    ['GET', '?query=%7B__typename%7D'],
    ['PUT', ''],
    ['OPTIONS', ''],
    ['POST', '/'],
    ['POST', '/x'],
  ])('%s /graphql%s is not found', async (method, rest) => {
    const headers = { authorization: `Bearer ${server.issuer.token('demo')}` };
    const response = await fetch(server.url + rest, { method, headers });
    expect(response.status).toBe(404);
  });
});

describe('the limits', () => {
  const deep = (levels: number): string => {
    const inside = levels - 5;
    return `{ __schema { types { fields { type { ${'ofType { '.repeat(inside)} name ${'} '.repeat(inside)} } } } } }`;
  };
  const aliased = (count: number): string =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${PERSON} { umid }`).join(' ')} }`;

  test('let the standard introspection query pass', async () => {
    const { status, body } = await server.ask(getIntrospectionQuery());
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  test('allow a depth of 15', async () => {
    expect((await server.ask(deep(15))).status).toBe(200);
    const answer = await server.ask(deep(16));
    expect([answer.status, codesOf(answer)]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
    expect(answer.body.errors?.[0]).toMatchObject({
      message: 'The operation exceeds the limit of 15 on depth: it has 16.',
      extensions: { limit: 'depth', max: 15, found: 16 },
    });
  });

  test('count the depth through fragments', async () => {
    const query = `query { ...A } fragment A on Query ${deep(16)}`;
    expect((await server.ask(query)).body.errors?.[0]?.extensions).toMatchObject({ limit: 'depth' });
  });

  test('allow 15 aliases', async () => {
    expect((await server.ask(aliased(15))).status).toBe(200);
    expect((await server.ask(aliased(16))).body.errors?.[0]?.extensions).toMatchObject({
      limit: 'aliases',
      max: 15,
      found: 16,
    });
  });

  test('count the aliases of a fragment as often as it is spread', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => `a${index}: umid`).join(' ');
    const query = `{ p: ${PERSON} { ...F } q: ${PERSON} { ...F } } fragment F on PersonTargetData { ${eight} }`;
    expect((await server.ask(query)).body.errors?.[0]?.extensions).toMatchObject({ found: 18 });
  });

  test('count only the operation that is executed', async () => {
    const query = `query A { __typename } query B ${deep(16)} query C ${aliased(16)}`;
    const ask = (operationName: string) => post(JSON.stringify({ query, operationName }));
    expect((await ask('A')).body).toEqual({ data: { __typename: 'Query' } });
    expect((await ask('B')).body.errors?.[0]?.extensions).toMatchObject({ limit: 'depth' });
    expect((await ask('C')).body.errors?.[0]?.extensions).toMatchObject({ limit: 'aliases' });
  });

  test.each([
    ['depth', deep(16)],
    ['aliases', aliased(16)],
    ['cost', '{ persons(first: 500) { edges { node { linkedIdentifiers { value } } } } }'],
    ['representations', `{ _entities(representations: [${'1 '.repeat(101)}]) { __typename } }`],
  ])('count towards %s only what the variables do not leave out', async (limit, selection) => {
    const query = `query ($no: Boolean = false) { __typename
      ... @include(if: $no) ${selection} ...F @skip(if: true) } fragment F on Query ${selection}`;
    expect((await server.ask(query)).body).toEqual({ data: { __typename: 'Query' } });
    const answer = await server.ask(query, { no: true });
    expect(answer.body.errors?.map(({ extensions }) => extensions['limit'])).toEqual([limit]);
  });

  test('leave a fragment that spreads itself to the rule that refuses it', async () => {
    const answer = await server.ask('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }');
    expect([answer.status, codesOf(answer)]).toEqual([400, ['GRAPHQL_VALIDATION_FAILED']]);
  });

  test('allow 1,000 tokens', async () => {
    const query = (numbers: number): string =>
      `{ _entities(representations: [${'1 '.repeat(numbers)}]) { __typename } }`;
    const others = 12;
    expect(codesOf(await server.ask(query(LIMITS.tokens - others)))).toEqual(['BAD_USER_INPUT']);
    const answer = await server.ask(query(LIMITS.tokens - others + 1));
    expect([answer.status, codesOf(answer)]).toEqual([400, ['GRAPHQL_PARSE_FAILED']]);
    expect(answer.body.errors?.[0]).toMatchObject({
      message: 'The operation exceeds the limit of 1000 on tokens: it has 1001.',
      extensions: { limit: 'tokens', max: 1_000, found: 1_001 },
    });
  });

  test('allow 1,000 tokens also of one field again and again', async () => {
    const query = (fields: number): string => `{${' __typename'.repeat(fields)} }`;
    expect((await server.ask(query(998))).body).toEqual({ data: { __typename: 'Query' } });
    const { body } = await server.ask(query(999));
    expect(body.errors?.map(({ extensions }) => extensions['limit'])).toEqual(['tokens']);
  });

  test('allow 100 representations', async () => {
    const query = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';
    const answer = await server.ask(query, {
      r: Array(101).fill({ __typename: 'PersonTargetData', umid: UMID }),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      errors: [
        {
          message: 'The operation exceeds the limit of 100 on representations: it has 101.',
          locations: [{ line: 1, column: 1 }],
          extensions: { code: 'BAD_USER_INPUT', limit: 'representations', max: 100, found: 101 },
        },
      ],
    });
  });

  test('allow no answer that could become too large', async () => {
    const whole =
      '... on PersonTargetData { umid profileId owner category source identifiers { name value } }';
    const representations = Array(100).fill({ __typename: 'PersonTargetData', umid: UMID });
    const query = (count: number): string =>
      `query ($r: [_Any!]!) { ${Array.from({ length: count }, (_, index) => `e${index}: _entities(representations: $r) { ${whole} }`).join(' ')} }`;
    expect((await server.ask(query(2), { r: representations })).status).toBe(200);
    const answer = await server.ask(query(3), { r: representations });
    expect([answer.status, codesOf(answer)]).toEqual([400, ['COST_LIMIT_EXCEEDED']]);
    expect(answer.body.errors?.[0]?.extensions).toEqual({
      code: 'COST_LIMIT_EXCEEDED',
      limit: 'cost',
      max: LIMITS.cost,
      found: 3 * 100 * (1 + 5 + 64 * 3),
    });
  });

  test('allow a body of 64 KiB', async () => {
    const body = JSON.stringify({ query: '{ __typename }' });
    expect((await post(body.padEnd(LIMITS.bodyBytes))).status).toBe(200);
    const answer = await post(body.padEnd(LIMITS.bodyBytes + 1));
    expect([answer.status, codesOf(answer)]).toEqual([413, ['PAYLOAD_TOO_LARGE']]);
  });
});

describe('a fault of the store', () => {
  test('says only its request id to the caller, and what it was to the log', async () => {
    const lines: string[] = [];
    const logger = createLogger({
      name: 'test',
      level: 'info',
      destination: { write: (line) => lines.push(line) },
    });
    const broken = await startProfileQuery({ logger });
    broken.reader.breakDown(() => Promise.reject(new Error('the store is down at 10.0.0.7')));
    const { status, headers, body } = await broken.ask(`{ ${PERSON} { umid } }`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { personTargetDataByUmid: null },
      errors: [
        {
          message: 'Internal server error',
          locations: expect.any(Array) as unknown,
          path: ['personTargetDataByUmid'],
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: headers.get('x-request-id') },
        },
      ],
    });
    const logged = lines.join('');
    expect(logged).toContain('the store is down at 10.0.0.7');
    expect(logged).toContain(headers.get('x-request-id'));
    expect(logged).not.toContain(UMID);
    await broken.close();
  });

  test('that does not answer ends with the deadline', async () => {
    const hanging = await startProfileQuery({ requestDeadlineMs: 50 });
    hanging.reader.breakDown(() => new Promise(() => undefined));
    const { status, headers, body } = await hanging.ask(`{ ${PERSON} { umid } }`);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { personTargetDataByUmid: null },
      errors: [
        {
          message: 'The operation took longer than it may, and was ended.',
          locations: expect.any(Array) as unknown,
          path: ['personTargetDataByUmid'],
          extensions: { code: 'TIMEOUT', requestId: headers.get('x-request-id') },
        },
      ],
    });
    await hanging.close();
  });
});
