import { describe, expect, test } from 'vitest';
import { compileConfiguration } from '../compile-configuration.ts';
import { configurationSchema } from '../configuration-schema.ts';
import { namedFiles } from '../named-files.ts';

const documentWith = (...enrich: readonly object[]): unknown => ({
  accounts: {
    demo: {
      owner: 'd',
      identifiers: {
        customerId: { kind: 'login' },
        email_sha256: { kind: 'login', normalise: ['trim', 'lowercase'] },
      },
      attributes: { tier: { imported: true } },
      segments: { big: 'true' },
      pipelines: { web: { cookie: false, enrich } },
    },
  },
});

const stepOf = (step: object) =>
  compileConfiguration(configurationSchema.parse(documentWith(step))).pipelines.get('web')!.enrich[0]!;

const faultsOf = (step: object): readonly string[] =>
  (configurationSchema.safeParse(documentWith(step)).error?.issues ?? []).map(
    ({ path, message }) => `${path.slice(6).join('.')}: ${message}`,
  );

const http = { type: 'http', url: 'https://crm.example/{customerId}', map: { score: 'a.b' } };
const table = { type: 'table', file: '/data/a.csv', identifier: 'customerId', values: ['label'] };
const geo = { type: 'geo', files: ['/data/city.mmdb'] };

describe('a step of type http', () => {
  test('asks for an identifier, and finds the values that it maps', () => {
    expect(
      stepOf({
        ...http,
        url: 'https://crm.example:8443/a/{customerId}?b={umid}',
        map: { a: 'x', b: '($y := 1; $y)' },
      }),
    ).toMatchObject({
      url: ['https://crm.example:8443/a/', { value: 'customerId' }, '?b=', { value: 'umid' }],
      origin: 'https://crm.example:8443',
      method: 'GET',
      allowPrivate: false,
      asks: ['customerId', 'umid'],
      map: '{"a": (x), "b": (($y := 1; $y))}',
      names: new Map([
        ['a', 'a'],
        ['b', 'b'],
      ]),
      cache: { ttlMs: 300_000, entries: 10_000 },
      body: null,
    });
  });

  test('takes headers from files, which are read with the configuration', () => {
    const headers = { accept: 'application/json', authorization: { secretFile: '/run/secrets/crm' } };
    expect(stepOf({ ...http, headers })).toMatchObject({
      headers: new Map<string, object>([
        ['accept', { text: 'application/json' }],
        ['authorization', { secretFile: '/run/secrets/crm' }],
      ]),
    });
    const path = [
      'accounts',
      'demo',
      'pipelines',
      'web',
      'enrich',
      0,
      'headers',
      'authorization',
      'secretFile',
    ];
    expect(namedFiles(configurationSchema.parse(documentWith({ ...http, headers })))).toEqual([
      { path, file: '/run/secrets/crm' },
    ]);
  });

  test('posts a body that has places too', () => {
    const body = { who: { id: '{customerId}' }, list: [1, '{email_sha256}'] };
    expect(stepOf({ ...http, url: 'http://crm/', allowPrivate: true, method: 'POST', body })).toMatchObject({
      method: 'POST',
      body,
      asks: ['customerId', 'email_sha256'],
    });
  });

  test.each<[string, object, string]>([
    ['no address', { url: 'crm/{customerId}' }, 'url: must be an address'],
    ['another scheme', { url: 'ftp://crm.example/{customerId}' }, 'url: must be an address'],
    ['a login', { url: 'https://user:pass@crm.example/{customerId}' }, 'url: must be an address'],
    ['a fragment', { url: 'https://crm.example/{customerId}#a' }, 'url: must be an address'],
    ['a place in its host', { url: 'https://{customerId}.example/' }, 'url: may have {name} behind the host'],
    ['a place in its port', { url: 'https://crm.example:{customerId}/' }, 'url: may have {name} behind'],
    ['a place right behind its host', { url: 'https://crm.example{customerId}' }, 'url: may have {name}'],
    ['a brace', { url: 'https://crm.example/{customerId}/{}' }, 'url: has a brace'],
    ['a blank', { url: 'https://crm.example/{customerId} /' }, 'url: has a brace, a blank'],
    ['dots', { url: 'https://crm.example/a/%2E./{customerId}' }, 'url: must not have . or ..'],
    ['no place', { url: 'https://crm.example/' }, 'url: must have the place of an identifier'],
    ['the place of nothing', { url: 'https://crm.example/{mt1}' }, 'url: {mt1} is no identifier'],
    ['http to the world', { url: 'http://crm.example/{customerId}' }, 'url: must begin with https://'],
    ['a broken expression', { map: { a: '1 +' } }, 'map.a: is not JSONata'],
    ['no value', { map: {} }, 'map: must have a member'],
    ['a body that is not posted', { body: {} }, 'body: needs method: POST'],
    ['a header of the connection', { headers: { host: 'x' } }, 'headers.host: Invalid key'],
    ['a header with a line', { headers: { accept: 'x\ny' } }, 'headers.accept: must be 1 to 1,024'],
    ['another member', { timeout: 1 }, ': Unrecognized key'],
  ])('is refused with %s', (_, members, fault) => {
    expect(faultsOf({ ...http, ...members })).toEqual([expect.stringContaining(fault)]);
  });
});

describe('a step of type table', () => {
  test('is found by an identifier, as its values are compared', () => {
    expect(stepOf(table)).toMatchObject({
      file: '/data/a.csv',
      format: { kind: 'csv', delimiter: ',' },
      key: { from: 'identifier', name: 'customerId', lowercase: false },
      column: 'customerId',
      cache: null,
    });
    expect(stepOf({ ...table, identifier: 'email_sha256', column: 'mail' })).toMatchObject({
      key: { from: 'identifier', name: 'email_sha256', lowercase: true },
      column: 'mail',
    });
  });

  test.each(['tier', 'big'])('is found by the attribute or segment %s', (attribute) => {
    const { identifier: _, ...rest } = table;
    expect(stepOf({ ...rest, attribute, file: 'a', format: 'ndjson' })).toMatchObject({
      format: { kind: 'ndjson' },
      key: { from: 'attribute', name: attribute },
      column: attribute,
    });
  });

  test.each<[string, object, string]>([
    ['both keys', { attribute: 'tier' }, 'identifier: must be there, or attribute'],
    ['no key', { identifier: undefined }, 'identifier: must be there, or attribute'],
    ['an unknown identifier', { identifier: 'mt1' }, 'identifier: is no identifier of this account'],
    ['an unknown attribute', { identifier: undefined, attribute: 'x' }, 'attribute: is no attribute'],
    ['a name that says nothing', { file: '/data/a.txt' }, 'format: must be csv or ndjson'],
    ['no values', { values: [] }, 'values: '],
    ['a value that the account has', { values: ['tier'] }, ': adds tier, which is an attribute'],
  ])('is refused with %s', (_, members, fault) => {
    expect(faultsOf({ ...table, ...members })).toEqual([expect.stringContaining(fault)]);
  });
});

describe('a step of type geo', () => {
  test('looks into its files, in English', () => {
    expect(stepOf(geo)).toMatchObject({
      files: ['/data/city.mmdb'],
      language: 'en',
      names: new Map(['cc', 'region', 'city', 'isp'].map((name) => [name, name])),
    });
  });

  test.each<[string, object, string]>([
    ['no file', { files: [] }, 'files: '],
    ['no language', { language: 'english' }, 'language: must be a language'],
  ])('is refused with %s', (_, members, fault) => {
    expect(faultsOf({ ...geo, ...members })).toEqual([expect.stringContaining(fault)]);
  });
});
