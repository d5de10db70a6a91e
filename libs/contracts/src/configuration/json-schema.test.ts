import { describe, expect, test } from 'vitest';
import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { configurationSchema, jsonSchemaOfConfiguration } from './configuration-schema.ts';

const schema = jsonSchemaOfConfiguration();
const isValid = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

const shipped = (): Record<string, unknown> => parse(shippedConfiguration()) as never;

type Tree = { [member: string]: Tree };

/** The shipped configuration with another value at `path`. */
const spoiled = (path: string, value: unknown): unknown => {
  const document = shipped();
  const keys = path.split('/');
  const last = keys.pop()!;
  keys.reduce((tree, key) => (tree[key] ??= {}), document as Tree)[last] = value as Tree;
  return document;
};

interface Member {
  readonly name: string;
  readonly description?: string;
}

/** Every member that some object of the schema declares. */
const membersIn = (node: unknown): Member[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { properties } = node as { properties?: Record<string, object> };
  const own = Object.entries(properties ?? {}).map(([name, member]) => ({ ...member, name }));
  return [...own, ...Object.values(node).flatMap(membersIn)];
};

const WEB = 'accounts/demo/pipelines/web';
const ACCOUNT = 'accounts/demo';

describe('the JSON Schema of the configuration', () => {
  test('explains every member', () => {
    expect(membersIn(schema).length).toBeGreaterThan(40);
    expect(membersIn(schema).filter(({ description = '' }) => description.length < 10)).toEqual([]);
  });

  test('shows defaults and choices', () => {
    expect(schema).toMatchObject({
      properties: {
        limits: { properties: { bodyBytes: { default: 65_536 }, deadlineMs: { default: 2_000 } } },
        accounts: {
          additionalProperties: {
            properties: {
              mergePermissions: { enum: ['latest', 'identifiedWithdrawalWins'], default: 'latest' },
              identifiers: {
                additionalProperties: { properties: { kind: { enum: ['login', 'network', 'device'] } } },
              },
            },
          },
        },
      },
    });
  });

  test('takes the shipped configuration, as the app does', () => {
    expect(isValid(shipped())).toBe(true);
    expect(configurationSchema.safeParse(shipped()).success).toBe(true);
  });

  test.each<[string, unknown]>([
    [`${ACCOUNT}/identifiers/customerId/verify`, { hmac: { secretFile: '/run/secrets/customer-id' } }],
    [`${ACCOUNT}/identifiers/customerId/merge`, true],
    [`${ACCOUNT}/mergePermissions`, 'identifiedWithdrawalWins'],
    [`${ACCOUNT}/retention`, { events: '395d', visitors: '395d' }],
    [`${ACCOUNT}/retention`, { visitors: '90min', deadLetters: '36h' }],
    [`${ACCOUNT}/segments`, { big: 'total > 9' }],
    [`${ACCOUNT}/linking`, ['sharedIdentifier', 'sameDevice']],
    [`${ACCOUNT}/attributes/tier`, { imported: true }],
    [`${ACCOUNT}/attributes/spent`, { sum: 'action.value', window: '30d', where: { action: 'purchase' } }],
    [`${ACCOUNT}/attributes/seen`, { distinct: 'action.item_id' }],
    [`${ACCOUNT}/attributes/came`, { first: 'page.url', window: '12h' }],
    [`${WEB}/cookie/requires`, 'CS-OPT'],
    [`${WEB}/unverifiedReads`, 'bound'],
    [`${WEB}/access`, { keyFile: '/run/secrets/keys' }],
    [`${WEB}/bots`, 'flag'],
    [`${WEB}/bots`, 'drop'],
    [`${WEB}/enrich`, [{ type: 'userAgent', to: ['events'], budgetMs: 20, prefix: 'ua.', cache: false }]],
    [`${WEB}/enrich`, [{ type: 'bot', also: ['tool'], cache: { ttl: '1h' }, fallback: { isbot: false } }]],
    [`${WEB}/scriptContentType`, 'text/javascript'],
    [`${WEB}/rateLimits`, { perAddress: '600/min', perDevice: '120/min' }],
    [`${WEB}/mapping`, { buy: 'event' }],
    ['limits', {}],
  ])('takes %s: %j, as the app does', (path, value) => {
    expect(configurationSchema.safeParse(spoiled(path, value)).success).toBe(true);
    expect(isValid(spoiled(path, value))).toBe(true);
  });

  test.each<[string, unknown]>([
    ['colour', 'blue'],
    ['accounts', {}],
    ['accounts', []],
    [`${ACCOUNT}/colour`, 'blue'],
    [`${ACCOUNT}/owner`, 7],
    [`${ACCOUNT}/identifiers/customerId`, {}],
    [`${ACCOUNT}/identifiers/customerId/kind`, 'mail'],
    [`${ACCOUNT}/identifiers/customerId/manny`, true],
    [`${ACCOUNT}/identifiers/customerId/many`, 'no'],
    [`${ACCOUNT}/identifiers/customerId/verify`, { hmac: {} }],
    [`${ACCOUNT}/identifiers/umdid`, { kind: 'login' }],
    [`${ACCOUNT}/identifiers/profileId`, { kind: 'device' }],
    [`${ACCOUNT}/identifiers/1st`, { kind: 'login' }],
    [`${ACCOUNT}/permissions`, ['CS-OM', 'CS-OM']],
    [`${ACCOUNT}/notifications/MAIN_CS/versions`, []],
    [`${ACCOUNT}/notifications/MAIN_CS/version`, 1],
    [`${ACCOUNT}/linking`, ['sameStreet']],
    [`${ACCOUNT}/attributes/both`, { count: 'page', latest: 'page.name' }],
    [`${ACCOUNT}/attributes/none`, {}],
    [`${ACCOUNT}/attributes/tier`, { imported: false }],
    [`${ACCOUNT}/attributes/tier`, { imported: true, count: 'page' }],
    [`${ACCOUNT}/attributes/total`, { average: 'action.value' }],
    [`${ACCOUNT}/attributes/total`, { sum: 'action.value', top: 'action.value', window: '1d' }],
    [`${ACCOUNT}/attributes/total`, { window: '1d' }],
    [`${ACCOUNT}/attributes/tier`, { imported: true, window: '1d' }],
    [`${ACCOUNT}/retention`, { events: '1y' }],
    [`${ACCOUNT}/mergePermissions`, 'oldest'],
    [`${WEB}/cookie`, true],
    [`${WEB}/cookie`, { domain: '.example.com' }],
    [`${WEB}/cookie`, { domain: 'example.com', maxage: 1 }],
    [`${WEB}/origins`, ['https://www.example.com/']],
    [`${WEB}/identifiers`, ['customerId', 'customerId']],
    [`${WEB}/identifierSources`, { customerId: ['form'] }],
    [`${WEB}/sections`, ['secrets']],
    [`${WEB}/tracking`, { require: 'CS-OPT' }],
    [`${WEB}/unverifiedReads`, 'some'],
    [`${WEB}/access`, { keyFile: '' }],
    [`${WEB}/bots`, 'keep'],
    [`${WEB}/enrich`, [{ type: 'horoscope' }]],
    [`${WEB}/enrich`, [{ type: 'userAgent', budget: 5 }]],
    [`${WEB}/enrich`, [{ type: 'userAgent', to: [] }]],
    [`${WEB}/enrich`, [{ type: 'userAgent', cache: true }]],
    [`${WEB}/enrich`, [{ type: 'bot', also: ['crawler'] }]],
    [`${WEB}/rateLimits`, { perAddress: 'many' }],
    [`${WEB}/scriptContentType`, 'text/html'],
    [`${ACCOUNT}/pipelines/a.b`, { cookie: false }],
    [`${ACCOUNT}/pipelines/c`, {}],
    ['limits', { bodyBytes: 0 }],
    ['limits', { bodyBytes: '65536' }],
    ['limits', { seconds: 2 }],
  ])('refuses %s: %j, as the app does', (path, value) => {
    expect(configurationSchema.safeParse(spoiled(path, value)).success).toBe(false);
    expect(isValid(spoiled(path, value))).toBe(false);
  });
});
