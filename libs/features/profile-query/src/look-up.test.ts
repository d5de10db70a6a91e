import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import {
  EMAIL,
  MERGED_UMID,
  OTHER_UMID,
  startProfileQuery,
  UMDID,
  UMID,
  VISITOR_UMID,
  type Answer,
  type ProfileQueryServer,
} from './profile-query-server.fake.ts';

let server: ProfileQueryServer;
const endings = useEndings();
beforeAll(async () => {
  server = await startProfileQuery();
  endings.push(() => server.close());
});

const byAnyId = async (idName: string, idValue: string, token?: string): Promise<Answer> =>
  server.ask(
    'query Q($idName: String!, $idValue: String!) { personTargetDataByAnyId(idName: $idName, idValue: $idValue) { profileId } }',
    { idName, idValue },
    token,
  );

describe('the queries of the specification', () => {
  test('find a person by umid, without the operation keyword', async () => {
    const { status, headers, body } = await server.ask(
      `{ personTargetDataByUmid(umid: "${UMID}") { profileId owner category } }`,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toEqual({
      data: { personTargetDataByUmid: { profileId: 'profile-1', owner: 'demo-owner', category: 'customer' } },
    });
  });

  test('find a person by any identifier, with variables', async () => {
    const { body } = await server.ask(
      'query Q($idName: String!, $idValue: String!) { personTargetDataByAnyId(idName: $idName, idValue: $idValue) { profileId identifiers { name value } } }',
      { idName: 'customerId', idValue: 'c1' },
    );
    expect(body.data?.['personTargetDataByAnyId']).toMatchObject({
      profileId: 'profile-1',
      identifiers: expect.arrayContaining([
        { name: 'customerId', value: 'c1' },
        { name: 'email_sha256', value: EMAIL },
      ]),
    });
  });

  test('show a visitor as one, and the pipeline that it came by', async () => {
    const { body } = await server.ask(
      '{ personTargetDataByProfileId(profileId: "profile-2") { umid category source identifiers { name } } }',
    );
    expect(body.data?.['personTargetDataByProfileId']).toEqual({
      umid: VISITOR_UMID,
      category: 'visitor',
      source: 'web',
      identifiers: [],
    });
  });
});

describe('a umid', () => {
  const byUmid = (umid: string): Promise<Answer> =>
    server.ask('query ($umid: String!) { personTargetDataByUmid(umid: $umid) { umid } }', { umid });

  test('may be in capitals', async () => {
    const { body } = await byUmid(VISITOR_UMID.toUpperCase());
    expect(body).toEqual({ data: { personTargetDataByUmid: { umid: VISITOR_UMID } } });
  });

  test('of a merged profile answers with the survivor', async () => {
    expect((await byUmid(MERGED_UMID)).body).toEqual({ data: { personTargetDataByUmid: { umid: UMID } } });
  });

  test('that nobody has is null', async () => {
    const { body } = await byUmid('99999999-9999-4999-8999-999999999999');
    expect(body).toEqual({ data: { personTargetDataByUmid: null } });
  });

  test.each(['', 'x', `${UMID}0`])('%j is bad input', async (umid) => {
    const { status, body } = await byUmid(umid);
    expect(status).toBe(200);
    expect(body.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
    expect(body.data).toEqual({ personTargetDataByUmid: null });
  });
});

describe('a name and a value', () => {
  const person = { personTargetDataByAnyId: { profileId: 'profile-1' } };
  const nobody = { personTargetDataByAnyId: null };

  test.each([
    ['customerId', ' c1 '],
    ['email_sha256', EMAIL.toUpperCase()],
    ['umid', UMID],
    ['umid', MERGED_UMID],
    ['umdid', UMDID.toUpperCase()],
    ['profileId', 'profile-1'],
  ])('%s %s find the person', async (name, value) => {
    expect((await byAnyId(name, value)).body).toEqual({ data: person });
  });

  test.each([
    ['of nobody', 'customerId', 'c2'],
    ['in other letters', 'customerId', 'C1'],
    ['empty', 'customerId', ' '],
    ['over-long', 'customerId', 'c'.repeat(513)],
    ['blocked, whoever has it', 'customerId', 'guest'],
    ['against the pattern', 'email_sha256', 'a@example.com'],
    ['shared, whoever has it', 'mt2', 'line'],
    ['an unknown umdid', 'umdid', UMID],
    ['no umdid', 'umdid', 'x'],
    ['an over-long profileId', 'profileId', 'p'.repeat(10_000)],
  ])('a value that is %s finds nobody', async (_, name, value) => {
    expect((await byAnyId(name, value)).body).toEqual({ data: nobody });
  });

  test.each([
    ['nickname', 'c1'],
    ['', 'c1'],
    ['constructor', 'c1'],
    ['umid', 'x'],
    ['customerId', 'c\u0000 1'],
    ['email_sha256', 'a\nb'],
    ['profileId', 'profile\u007f1'],
    ['umdid', `${UMDID}\u001b[0m`],
  ])('%j %j are bad input', async (name, value) => {
    const { body } = await byAnyId(name, value);
    expect(body.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT' }]);
  });
});

describe("another account's person", () => {
  test.each([
    ['umid', OTHER_UMID],
    ['customerId', 'c3'],
    ['profileId', 'profile-3'],
  ])('is not found by %s', async (name, value) => {
    const own = server.issuer.token('other');
    expect((await byAnyId(name, value, own)).body.data).toEqual({
      personTargetDataByAnyId: { profileId: 'profile-3' },
    });
    expect((await byAnyId(name, value)).body).toEqual({ data: { personTargetDataByAnyId: null } });
  });

  test('is not found as an entity', async () => {
    const { body } = await server.ask(
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on PersonTargetData { profileId } } }',
      { r: [{ __typename: 'PersonTargetData', umid: OTHER_UMID }] },
    );
    expect(body).toEqual({ data: { _entities: [null] } });
  });
});

describe('entities', () => {
  const entities = (representations: readonly unknown[]): Promise<Answer> =>
    server.ask(
      'query ($r: [_Any!]!) { _entities(representations: $r) { ... on PersonTargetData { umid profileId } } }',
      { r: representations },
    );
  const person = (keys: object): object => ({ __typename: 'PersonTargetData', ...keys });

  test('are found by either key, in one look at the store', async () => {
    const before = server.reader.loads();
    const { body } = await entities([
      person({ umid: UMID }),
      person({ profileId: 'profile-2' }),
      person({ umid: MERGED_UMID }),
      person({ profileId: 'nobody' }),
    ]);
    expect(body.data?.['_entities']).toEqual([
      { umid: UMID, profileId: 'profile-1' },
      { umid: VISITOR_UMID, profileId: 'profile-2' },
      { umid: UMID, profileId: 'profile-1' },
      null,
    ]);
    expect(server.reader.loads()).toBe(before + 1);
  });

  test('that are mistaken take no others with them', async () => {
    const { body } = await entities([person({ umid: 'x' }), person({ umid: UMID })]);
    expect(body.data?.['_entities']).toEqual([null, { umid: UMID, profileId: 'profile-1' }]);
    expect(body.errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  });

  test.each([
    ['another type', [{ __typename: 'Query' }]],
    ['a type that is unknown', [{ __typename: 'Nobody', umid: UMID }]],
    ['no type', [{ umid: UMID }]],
    ['no key', [person({})]],
    ['a key of another kind', [person({ umid: 1 })]],
    ['a text', ['x']],
  ])('of %s are bad input, beside the others', async (_, mistaken) => {
    const { status, body } = await entities([person({ umid: UMID }), ...mistaken, person({ umid: UMID })]);
    const found = { umid: UMID, profileId: 'profile-1' };
    expect(status).toBe(200);
    expect(body.data).toEqual({ _entities: [found, null, found] });
    expect(body.errors).toMatchObject([{ path: ['_entities', 1], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('of more than a hundred are refused as a whole', async () => {
    const { status, body } = await entities(Array(101).fill(person({ umid: UMID })));
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] });
  });

  test('may be a hundred', async () => {
    const { body } = await entities(Array(100).fill(person({ umid: UMID })));
    expect(body.data?.['_entities']).toHaveLength(100);
  });
});

test('the schema is that of a subgraph', async () => {
  const { body } = await server.ask('{ _service { sdl } }');
  const { sdl } = body.data?.['_service'] as { sdl: string };
  expect(sdl).toMatch(/type PersonTargetData\s+@key\(fields: "umid"\)\s+@key\(fields: "profileId"\)/);
  expect(sdl).toContain('https://specs.apollo.dev/federation/v2.');
});
