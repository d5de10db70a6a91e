import { describe, expect, test } from 'vitest';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { parse } from 'yaml';
import { compileConfiguration, type Configuration } from './compile-configuration.ts';
import { configurationSchema } from './configuration-schema.ts';
import { namedFiles } from './named-files.ts';
import { secretsIn } from './secrets-in.ts';

const compiled = (document: unknown): Configuration =>
  compileConfiguration(configurationSchema.parse(document));

const shipped = compiled(parse(shippedConfiguration()));

describe('the shipped configuration, compiled', () => {
  const account = shipped.accounts.get('demo')!;

  test('has its account ready', () => {
    expect(account).toMatchObject({ name: 'demo', owner: 'demo', mergePermissions: 'latest' });
    expect([...account.identifiers.keys()]).toEqual([
      'customerId',
      'email_sha256',
      'enemail',
      'msisdn_sha256',
      'mt1',
      'mt2',
      'deviceId',
    ]);
    expect(account.identifiers.get('mt2')).toEqual({
      name: 'mt2',
      kind: 'network',
      many: false,
      shared: true,
      merge: false,
      lowercase: false,
      pattern: null,
    });
    expect(account.identifiers.get('email_sha256')).toMatchObject({
      lowercase: true,
      pattern: /^[0-9a-f]{64}$/u,
    });
    expect(account.notifications.get('UTIQ_CS')).toEqual({
      name: 'UTIQ_CS',
      versions: [1],
      current: 1,
      covers: ['CS-UTIQ'],
      uxvariants: [],
    });
    expect([...account.attributes]).toEqual([
      ['pageViews', { kind: 'count', of: 'page' }],
      ['lastPage', { kind: 'latest', of: 'page', member: 'name' }],
      ['topCategory', { kind: 'top', of: 'action', member: 'category' }],
      ...['deviceName', 'deviceType', 'browserFamily', 'osFamily'].map((name) => [
        name,
        { kind: 'enriched' },
      ]),
    ]);
    expect(account.blockedValues.has('undefined')).toBe(true);
  });

  test('has its pipelines ready, all of the one account', () => {
    const { web, server, analytics, demo } = Object.fromEntries(shipped.pipelines);
    expect(web?.account).toBe(account);
    expect(web).toMatchObject({
      cookie: { domain: 'example.com', maxAge: 31_536_000 },
      origins: new Set(['https://www.example.com']),
      trackingRequires: null,
      scriptContentType: 'application/json',
    });
    expect(server?.cookie).toBeNull();
    expect(analytics).toMatchObject({ trackingRequires: 'CS-OPT', identifiers: [], sections: new Set() });
    expect(demo).toMatchObject({ trackingRequires: 'CS-OPT', tag: { requires: ['CS-OPT'] } });
  });

  test('takes identifiers in order, from the query string where nothing else is said', () => {
    const sources = shipped.pipelines
      .get('server')!
      .identifiers.map(({ rule, sources: from }) => [rule.name, from]);
    expect(sources).toEqual([
      [
        'customerId',
        [
          { from: 'query' },
          { from: 'body' },
          { from: 'header', name: 'x-customer-id' },
          { from: 'cookie', name: 'crm_id' },
        ],
      ],
      ['email_sha256', [{ from: 'query' }]],
      ['deviceId', [{ from: 'body' }]],
    ]);
  });

  test('knows profileId where a pipeline takes it, as a key that the account does not configure', () => {
    const found = shipped.pipelines.get('web')!.identifiers.find(({ rule }) => rule.name === 'profileId');
    expect(found?.rule).toMatchObject({ kind: 'device', many: false, shared: false, merge: false });
    expect(account.identifiers.has('profileId')).toBe(false);
  });

  test('says in a sentence each what can be guessed', () => {
    expect(shipped.notices).toEqual([
      'accounts.demo.pipelines.web: whoever knows or guesses a value of customerId, email_sha256, enemail, msisdn_sha256 can read that profile (unverifiedReads: full).',
      'accounts.demo.pipelines.server: whoever knows or guesses a value of customerId, email_sha256 can read that profile (unverifiedReads: full).',
      'accounts.demo.pipelines.demo: whoever knows or guesses a value of customerId can read that profile (unverifiedReads: full).',
    ]);
  });
});

describe('the files that a configuration names', () => {
  const document = configurationSchema.parse({
    accounts: {
      demo: {
        owner: 'd',
        identifiers: {
          customerId: { kind: 'login', verify: { hmac: { secretFile: '/run/customer-id' } } },
          email: { kind: 'login' },
        },
        pipelines: { server: { cookie: false, access: { keyFile: '/run/key' } }, web: { cookie: false } },
      },
    },
  });

  test('are told with the member that names them', () => {
    expect(namedFiles(document)).toEqual([
      {
        path: ['accounts', 'demo', 'identifiers', 'customerId', 'verify', 'hmac', 'secretFile'],
        file: '/run/customer-id',
      },
      { path: ['accounts', 'demo', 'pipelines', 'server', 'access', 'keyFile'], file: '/run/key' },
    ]);
  });

  test('are found again by their names in the rules', () => {
    const files = new Map([['/run/customer-id', Buffer.from('new\nold\n')]]);
    const compiledWith = compileConfiguration(document, files);
    const rule = compiledWith.accounts.get('demo')?.identifiers.get('customerId');
    expect(secretsIn(compiledWith.files, rule?.verify?.secretFile ?? '')).toEqual(['new', 'old']);
    expect(compiledWith.pipelines.get('server')?.access).toEqual({ keyFile: '/run/key' });
    expect(compiledWith.pipelines.get('web')?.access).toBeNull();
  });
});

describe('rate limits', () => {
  const limitsWith = (rateLimits: object | undefined) =>
    compiled({
      accounts: { demo: { owner: 'd', pipelines: { web: { cookie: false, rateLimits } } } },
    }).pipelines.get('web')?.rateLimits;

  test('are generous where nobody set them, and leave addresses alone that are not public', () => {
    expect(limitsWith(undefined)).toEqual({
      perAddress: { requests: 60_000, perMs: 60_000, everywhere: false },
      perDevice: { requests: 1_200, perMs: 60_000, everywhere: false },
    });
  });

  test('are what the pipeline says, for every address', () => {
    expect(limitsWith({ perAddress: '5/s', perDevice: '7/h' })).toEqual({
      perAddress: { requests: 5, perMs: 1_000, everywhere: true },
      perDevice: { requests: 7, perMs: 3_600_000, everywhere: true },
    });
  });
});

describe('notices', () => {
  const guessable = (members: object, pipeline: object) =>
    compiled({
      accounts: {
        demo: {
          owner: 'd',
          identifiers: { customerId: { kind: 'login', ...members }, mt1: { kind: 'network' } },
          pipelines: {
            web: { cookie: false, identifiers: ['customerId', 'mt1'], sections: ['attributes'], ...pipeline },
          },
        },
      },
    }).notices;

  test('name identifiers that open a profile to whoever guesses one', () => {
    expect(guessable({}, {})).toEqual([expect.stringContaining('a value of customerId can read')]);
  });

  test.each<[string, object, object]>([
    ['they come signed', { verify: { hmac: { secretFile: '/run/secrets/customer-id' } } }, {}],
    ['only bound devices read', {}, { unverifiedReads: 'bound' }],
    ['nobody reads unverified', {}, { unverifiedReads: 'none' }],
    ['callers show a key', {}, { access: { keyFile: '/run/secrets/key' } }],
    ['there is nothing to read', {}, { sections: [] }],
  ])('do not where %s', (_, members, pipeline) => {
    expect(guessable(members, pipeline)).toEqual([]);
  });

  test('are none where nothing needs one', () => {
    const { notices } = compiled({
      accounts: { demo: { owner: 'd', pipelines: { web: { cookie: false } } } },
    });
    expect(notices).toEqual([]);
  });
});
