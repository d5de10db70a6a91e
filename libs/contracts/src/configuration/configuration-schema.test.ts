import { describe, expect, test } from 'vitest';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { parse } from 'yaml';
import { configurationSchema, jsonSchemaOfConfiguration } from './configuration-schema.ts';

type Tree = { [member: string]: Tree };

/** A small configuration that is right, for tests to spoil. */
const right = (): unknown => ({
  accounts: {
    demo: {
      owner: 'demo',
      identifiers: { customerId: { kind: 'login' }, deviceId: { kind: 'device' } },
      permissions: ['OPT'],
      notifications: { MAIN: { versions: [1, 2], current: 2, covers: ['OPT'] } },
      pipelines: { web: { cookie: { domain: 'example.com' }, identifiers: ['customerId', 'profileId'] } },
    },
  },
});

/** What is wrong after the member at `path` got a value: each fault as `path: message`. */
const faultsWith = (path: string, value: unknown): string[] => {
  const document = right();
  const keys = path.split('/');
  const last = keys.pop()!;
  const parent = keys.reduce((tree, key) => (tree[key] ??= {}), document as Tree);
  parent[last] = value as Tree;
  const issues = configurationSchema.safeParse(document).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('/')}: ${issue.message}`);
};

const ACCOUNT = 'accounts/demo';
const WEB = 'accounts/demo/pipelines/web';

describe('the configuration that ships', () => {
  test('keeps to the schema', () => {
    expect(configurationSchema.safeParse(parse(shippedConfiguration())).error).toBeUndefined();
  });

  test('has a JSON Schema that refuses unknown members and names the kinds', () => {
    const text = JSON.stringify(jsonSchemaOfConfiguration());
    expect(text).toContain('"additionalProperties":false');
    expect(text).toContain('"enum":["login","network","device"]');
    expect(jsonSchemaOfConfiguration()).toMatchObject({ required: ['accounts'] });
  });
});

describe('a configuration', () => {
  test('that leaves out what has a default is right', () => {
    const { accounts, limits } = configurationSchema.parse(right());
    expect(limits).toEqual({ bodyBytes: 65_536, headerBytes: 16_384, deadlineMs: 2_000 });
    expect(accounts['demo']?.pipelines['web']?.cookie).toEqual({ domain: 'example.com', maxAge: 31_536_000 });
    expect(
      configurationSchema.parse({ ...(right() as object), limits: { bodyBytes: 2_048 } }).limits,
    ).toEqual({
      bodyBytes: 2_048,
      headerBytes: 16_384,
      deadlineMs: 2_000,
    });
  });

  test.each([
    'attributes',
    'identifiers',
    'nbidentifiers',
    'notifications',
    'permissions',
    'out',
    'umdid',
    'umid',
  ])('cannot call an identifier as the query parameter %s', (name) => {
    expect(faultsWith(`${ACCOUNT}/identifiers/${name}`, { kind: 'login' })).toHaveLength(1);
  });

  test.each(['data', 'permission', 'notification', 'profileId', 'constructor', '1st', 'a b', 'x'.repeat(65)])(
    'cannot call an identifier %s',
    (name) => {
      expect(faultsWith(`${ACCOUNT}/identifiers/${name}`, { kind: 'login' })).toHaveLength(1);
    },
  );

  test.each<[string, unknown, string]>([
    [
      `${WEB}/identifiers`,
      ['customerId', 'nobody'],
      `${WEB}/identifiers/1: is no identifier of this account`,
    ],
    [`${WEB}/identifiers`, ['customerId', 'customerId'], `${WEB}/identifiers: names something twice`],
    [
      `${WEB}/identifierSources`,
      { deviceId: ['body'] },
      `${WEB}/identifierSources/deviceId: is not among the pipeline's identifiers`,
    ],
    [
      `${WEB}/identifierSources`,
      { customerId: ['form'] },
      `${WEB}/identifierSources/customerId/0: must be query, body, header:NAME or cookie:NAME`,
    ],
    [
      `${WEB}/identifierSources`,
      { customerId: ['header:X Y'] },
      `${WEB}/identifierSources/customerId/0: must be query, body, header:NAME or cookie:NAME`,
    ],
    [
      `${WEB}/identifierSources`,
      { customerId: ['cookie:umdid'] },
      `${WEB}/identifierSources/customerId/0: the umdid cookie holds no identifier`,
    ],
    [`${WEB}/tracking`, { requires: 'NO' }, `${WEB}/tracking/requires: is no permission of this account`],
    [`${WEB}/cookie/requires`, 'NO', `${WEB}/cookie/requires: is no permission of this account`],
    [
      `${ACCOUNT}/notifications/MAIN/covers`,
      ['OPT', 'NO'],
      `${ACCOUNT}/notifications/MAIN/covers/1: is no permission of this account`,
    ],
    [
      `${ACCOUNT}/notifications/MAIN/current`,
      3,
      `${ACCOUNT}/notifications/MAIN/current: must be one of the versions`,
    ],
    [
      `${ACCOUNT}/identifiers/customerId/pattern`,
      '(',
      `${ACCOUNT}/identifiers/customerId/pattern: must be a regular expression of JavaScript (flag u)`,
    ],
    [
      `${ACCOUNT}/identifiers/customerId`,
      { kind: 'network', shared: true, merge: true },
      `${ACCOUNT}/identifiers/customerId/merge: a shared identifier never merges profiles`,
    ],
    [
      `${ACCOUNT}/identifiers`,
      {
        customerId: { kind: 'login', verify: { hmac: { secretFile: '/run/secrets/customer-id' } } },
        customerId_sig: { kind: 'login' },
      },
      `${ACCOUNT}/identifiers/customerId_sig: carries the signature of customerId and cannot be an identifier`,
    ],
    [
      `${ACCOUNT}/attributes/views`,
      { count: 'scroll' },
      `${ACCOUNT}/attributes/views/count: must be page or action`,
    ],
    [
      `${ACCOUNT}/attributes/last`,
      { latest: 'name' },
      `${ACCOUNT}/attributes/last/latest: must be page or action, a dot and a member: page.name`,
    ],
    [
      `${ACCOUNT}/attributes/both`,
      { count: 'page', latest: 'page.name' },
      `${ACCOUNT}/attributes/both: must have exactly one of count, sum, latest, first, top, distinct, imported`,
    ],
    [
      `${ACCOUNT}/attributes/tier`,
      { imported: true, window: '30d' },
      `${ACCOUNT}/attributes/tier: is imported and can have neither window nor where`,
    ],
    [
      `${ACCOUNT}/attributes/visits`,
      { count: 'page', window: '999d' },
      `${ACCOUNT}/attributes/visits/window: must be between 1min and 700d`,
    ],
    [
      `${ACCOUNT}/attributes/customerId`,
      { imported: true },
      `${ACCOUNT}/attributes/customerId: is imported and cannot have the name of another column of an import`,
    ],
    [
      `${ACCOUNT}/attributes/modifiedAt`,
      { imported: true },
      `${ACCOUNT}/attributes/modifiedAt: is imported and cannot have the name of another column of an import`,
    ],
    [
      `${ACCOUNT}/attributes`,
      Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`a${index}`, { imported: true }])),
      `${ACCOUNT}/attributes: at most 128 can be imported`,
    ],
    [
      `${WEB}/origins`,
      ['https://www.example.com/'],
      `${WEB}/origins/0: must be an origin as browsers write it: https://www.example.com`,
    ],
    [
      'accounts/other',
      { owner: 'o', pipelines: { web: { cookie: false } } },
      'accounts/other/pipelines/web: account demo has a pipeline of this name already',
    ],
    ['accounts', {}, 'accounts: there must be at least one account'],
  ])('with %s of %j is refused', (path, value, fault) => {
    expect(faultsWith(path, value)).toEqual([fault]);
  });

  test.each<[string, unknown]>([
    [`${ACCOUNT}/identifiers/customerId/kind`, 'mail'],
    [`${ACCOUNT}/attributes/total`, { average: 'action.value' }],
    [`${ACCOUNT}/attributes/total`, { sum: 'action.value', window: '30s' }],
    [`${ACCOUNT}/attributes/total`, { sum: 'action.value', window: '701d' }],
    [`${ACCOUNT}/attributes/total`, { sum: 'action.value', where: { 'a.b': 'x' } }],
    [`${ACCOUNT}/attributes/total`, { sum: 'action.value', where: ['x'] }],
    [`${ACCOUNT}/notifications/MAIN/versions`, []],
    [`${ACCOUNT}/linking`, ['sameStreet']],
    [`${ACCOUNT}/colour`, 'blue'],
    [`${WEB}/sections`, ['secrets']],
    [`${WEB}/cookie`, true],
    [`${WEB}/cookie`, { domain: '.example.com' }],
    [`${WEB}/cookie`, { domain: 'example.com; Path=/x' }],
    [`${WEB}/rateLimits`, { perAddress: 'many' }],
    [`${WEB}/rateLimits`, { perDevice: '0/min' }],
    [`${WEB}/access`, { keyFile: '' }],
    [`${WEB}/unverifiedReads`, 'some'],
    [`${ACCOUNT}/identifiers/customerId/verify`, { hmac: {} }],
    [`${WEB}/scriptContentType`, 'text/html'],
    [`${ACCOUNT}/pipelines/a.b`, { cookie: false }],
    ['limits', { bodyBytes: 0 }],
  ])('with %s of %j is refused too', (path, value) => {
    expect(faultsWith(path, value)).not.toEqual([]);
  });

  test('tells every fault at once, those between its members too', () => {
    const document = right() as { accounts: Record<string, Record<string, unknown>> };
    const { demo } = document.accounts;
    Object.assign(demo!, {
      owner: 7,
      colour: 'blue',
      permissions: ['OPT', 'OPT', 1],
      identifiers: { customerId: { kind: 'login', shared: true, merge: true, size: 1 }, data: { kind: 'x' } },
      notifications: { MAIN: { versions: [1], current: 2, covers: ['NO', 3] } },
      attributes: { views: { count: 'page', latest: 'page.name', sum: 'x' } },
      pipelines: { web: { cookie: true, identifiers: ['nobody', 4], tracking: { requires: 'NO' } } },
    });
    document.accounts['other'] = { owner: 'o', pipelines: { web: {} } };
    const { issues } = configurationSchema.safeParse(document).error!;
    expect(issues.map(({ path, message }) => `${path.join('/')}: ${message}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^accounts\/demo\/owner: /),
        expect.stringMatching(/^accounts\/demo: Unrecognized key: "colour"/),
        expect.stringMatching(/^accounts\/demo\/permissions\/2: /),
        'accounts/demo/permissions: names something twice',
        expect.stringMatching(/^accounts\/demo\/identifiers\/customerId: Unrecognized key: "size"/),
        'accounts/demo/identifiers/customerId/merge: a shared identifier never merges profiles',
        expect.stringMatching(/^accounts\/demo\/identifiers\/data: /),
        expect.stringMatching(/^accounts\/demo\/notifications\/MAIN\/covers\/1: /),
        'accounts/demo/notifications/MAIN/current: must be one of the versions',
        'accounts/demo/notifications/MAIN/covers/0: is no permission of this account',
        'accounts/demo/attributes/views: must have exactly one of count, sum, latest, first, top, distinct, imported',
        expect.stringMatching(/^accounts\/demo\/pipelines\/web\/cookie: /),
        expect.stringMatching(/^accounts\/demo\/pipelines\/web\/identifiers\/1: /),
        'accounts/demo/pipelines/web/identifiers/0: is no identifier of this account',
        'accounts/demo/pipelines/web/tracking/requires: is no permission of this account',
        expect.stringMatching(/^accounts\/other\/pipelines\/web\/cookie: /),
        'accounts/other/pipelines/web: account demo has a pipeline of this name already',
      ]),
    );
  });

  test.each([
    null,
    7,
    'text',
    [],
    { accounts: null },
    { accounts: { demo: [] } },
    { accounts: { demo: { pipelines: [1] } } },
  ])('that is %j is refused, and the checks between members bear it', (document) => {
    expect(configurationSchema.safeParse(document).success).toBe(false);
  });
});
