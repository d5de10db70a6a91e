import { describe, expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compileConfiguration } from '../compile-configuration.ts';
import { configurationSchema, jsonSchemaOfConfiguration } from '../configuration-schema.ts';
import { filesOfActivation } from '../named-files.ts';

const HOOK = {
  name: 'hook',
  type: 'webhook',
  url: 'https://hooks.example.com/kith',
  secretFile: '/run/secrets/hook',
  events: ['consent.changed'],
};
const TOPIC = { name: 'topic', type: 'kafka', brokers: ['kafka:9092'], topic: 'kith', events: ['*'] };
const FILES = { name: 'files', type: 'file', directory: '/var/kith', events: ['tracking.*'] };

const documentOf = (...destinations: readonly object[]) => ({
  accounts: {
    demo: {
      owner: 'demo',
      identifiers: { email_sha256: { kind: 'login' }, customerId: { kind: 'login' } },
      permissions: ['OPT'],
      segments: { big: 'attributes.total > 9' },
      destinations,
    },
  },
});

const compiled = (...destinations: readonly object[]) =>
  compileConfiguration(configurationSchema.parse(documentOf(...destinations))).destinations;

const faultsOf = (...destinations: readonly object[]): string[] =>
  (configurationSchema.safeParse(documentOf(...destinations)).error?.issues ?? []).map(
    ({ path, message }) => `${path.slice(3).join('/')}: ${message}`,
  );

const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(jsonSchemaOfConfiguration());

describe('a destination', () => {
  test('is compiled with its defaults: nothing leaves that is not named', () => {
    expect(compiled(HOOK)).toEqual([
      {
        account: 'demo',
        name: 'hook',
        events: new Set(['kith.consent.changed']),
        segment: null,
        requires: [],
        identifiers: new Set(),
        transform: { kind: 'none' },
        startsPaused: false,
        target: {
          type: 'webhook',
          url: 'https://hooks.example.com/kith',
          secretFile: '/run/secrets/hook',
          authorization: null,
          headers: new Map(),
          timeoutMs: 15_000,
          allowPrivate: false,
        },
      },
    ]);
  });

  test('of Kafka is reached by TLS, and one of files is written as JSON', () => {
    const [topic, files] = compiled(TOPIC, FILES);
    expect(topic?.target).toMatchObject({ tls: { caFile: null }, login: null, topic: 'kith' });
    expect(files?.target).toMatchObject({
      format: { kind: 'ndjson' },
      rotation: { bytes: 67_108_864, ms: 3_600_000 },
      gzip: false,
    });
  });

  test('asks for types, for all that begin alike, or for all', () => {
    const [some, tracking, all] = compiled(
      { ...HOOK, events: ['profile.merged', 'consent.*'] },
      FILES,
      TOPIC,
    ).map(({ events }) => [...events]);
    expect(some).toEqual(['kith.profile.merged', 'kith.consent.changed']);
    expect(tracking).toEqual(['kith.tracking.page', 'kith.tracking.action', 'kith.tracking.dataLayer']);
    expect(all).toEqual(
      expect.arrayContaining([...(some ?? []), ...(tracking ?? []), 'kith.profile.merged']),
    );
  });

  test('names the files with its secrets, and no token: that one is read for each call', () => {
    const document = configurationSchema.parse(
      documentOf(
        {
          ...HOOK,
          authorization: { tokenFile: '/run/token', in: 'query' },
          headers: { 'developer-token': { file: '/run/developer' }, plain: 'text' },
        },
        {
          ...TOPIC,
          tls: { caFile: '/run/ca.pem' },
          login: { mechanism: 'plain', username: 'kith', passwordFile: '/run/password' },
        },
      ),
    );
    expect(filesOfActivation(document).map(({ path, file }) => `${path.slice(3).join('/')} ${file}`)).toEqual(
      [
        '0/secretFile /run/secrets/hook',
        '0/headers/developer-token/file /run/developer',
        '1/login/passwordFile /run/password',
        '1/tls/caFile /run/ca.pem',
      ],
    );
  });

  test.each<[object, string]>([
    [
      { ...HOOK, url: 'http://hooks.example.com' },
      '0/url: must begin with https:// unless allowPrivate is true',
    ],
    [
      { ...HOOK, url: 'https://hooks.example.com/ki\nth' },
      '0/url: has a line end or another control character',
    ],
    [
      { ...HOOK, url: 'https://hooks.example.com/kith\r\n' },
      '0/url: has a line end or another control character',
    ],
    [
      { ...HOOK, headers: { plain: 'a\r\nb: c' } },
      '0/headers/plain: must be 1 to 1,024 printable characters',
    ],
    [{ ...HOOK, headers: { plain: 'a\n' } }, '0/headers/plain: must be 1 to 1,024 printable characters'],
    [{ ...TOPIC, brokers: ['kafka:9092\n'] }, '0/brokers/0: must be host:port'],
    [{ ...TOPIC, topic: 'kith\n' }, '0/topic: must be the name of a topic'],
    [
      { ...TOPIC, login: { mechanism: 'plain', username: 'a\0b', passwordFile: '/run/password' } },
      '0/login/username: has a control character',
    ],
    [{ ...FILES, directory: '/var/ki\nth' }, '0/directory: must be a path, without control characters'],
    [
      { ...HOOK, secretFile: undefined },
      '0/secretFile: is missing: the receiver could not tell who calls (or give authorization, or a preset)',
    ],
    [{ ...HOOK, requires: ['OPT', 'NO'] }, '0/requires/1: is no permission of this account'],
    [{ ...HOOK, identifiers: ['email'] }, '0/identifiers/0: is no identifier of this account'],
    [{ ...HOOK, segment: 'small' }, '0/segment: is no segment of this account'],
    [{ ...FILES, columns: ['id'] }, '0/columns: only a csv file has columns'],
    [
      { ...HOOK, preset: { format: 'metaConversions', email: 'email_sha256' } },
      "0/preset/email: is not among the destination's identifiers",
    ],
    [
      { ...HOOK, preset: { format: 'metaConversions' }, transform: { jsonata: '$' } },
      '0/preset: is given beside transform: one of the two',
    ],
  ])('that does not fit together is refused: %j', (destination, fault) => {
    expect(faultsOf(destination)).toEqual([fault]);
  });

  test('that asks for no permission is told of at start', () => {
    const document = configurationSchema.parse(documentOf({ ...HOOK, requires: ['OPT'] }, TOPIC));
    expect(compileConfiguration(document).notices).toEqual([
      'accounts.demo.destinations: topic is given everybody, whatever they have granted (no requires).',
    ]);
  });

  test('has a name and a directory of its own', () => {
    expect(faultsOf(HOOK, { ...TOPIC, name: 'hook' }, FILES, { ...FILES, name: 'other' })).toEqual([
      '1/name: is the name of another destination of this account',
      '3/directory: is the directory of another destination',
    ]);
  });

  test.each<[object]>([
    [HOOK],
    [{ ...HOOK, url: 'http://10.0.0.7:9000/hook', allowPrivate: true }],
    [TOPIC],
    [{ ...TOPIC, tls: false, requires: ['OPT'], identifiers: ['customerId'], paused: true }],
    [FILES],
    [{ ...FILES, format: 'csv', columns: ['id', 'data.name'], rotation: { after: '5min' }, gzip: true }],
    [{ ...HOOK, transform: { jsonata: '{ "id": id }' }, segment: 'big' }],
  ])('is taken, as an editor does: %j', (destination) => {
    expect(faultsOf(destination)).toEqual([]);
    expect(isValid(documentOf(destination))).toBe(true);
  });

  test.each<[object]>([
    [{ type: 'webhook' }],
    [{ ...HOOK, type: 'mail' }],
    [{ ...HOOK, colour: 'blue' }],
    [{ ...HOOK, events: [] }],
    [{ ...HOOK, events: ['profile.born'] }],
    [{ ...HOOK, name: 'a b' }],
    [{ ...HOOK, headers: { Authorization: 'x' } }],
    [{ ...HOOK, headers: { host: 'x' } }],
    [{ ...HOOK, preset: { format: 'fax' } }],
    [{ ...HOOK, preset: { format: 'googleCustomerMatch', userList: '7' } }],
    [{ ...TOPIC, topic: '..' }],
    [{ ...TOPIC, brokers: [] }],
    [{ ...FILES, format: 'xls' }],
  ])('is refused, as an editor does: %j', (destination) => {
    expect(faultsOf(destination)).not.toEqual([]);
    expect(isValid(documentOf(destination))).toBe(false);
  });

  test.each(['ftp://x.example', 'https://user:secret@x.example', 'https://x.example/#part', 'nonsense'])(
    'is never called at %s',
    (url) => {
      expect(faultsOf({ ...HOOK, url })).toEqual([
        '0/url: must be an address that begins with https://, without a login and without #',
      ]);
    },
  );

  test('with an expression that cannot be read is refused with the place of the fault', () => {
    expect(faultsOf({ ...HOOK, transform: { jsonata: '{ "id": ' } })[0]).toMatch(
      /^0\/transform\/jsonata: is not JSONata: .+ \(character \d+ of the expression\)$/,
    );
  });
});
