import { describe, expect, test } from 'vitest';
import { anAccount, identifierRules } from '@kith/testing/builders';
import { readLine } from './read-line.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

const account = anAccount({
  name: 'demo',
  identifiers: identifierRules({
    deviceId: { kind: 'device', many: true },
    mt1: { kind: 'network' },
    mt2: { kind: 'network', shared: true },
    customerId: {},
    email: { lowercase: true, many: true },
  }),
  blockedValues: new Set(['null']),
  permissions: new Set(['P']),
  attributes: new Map([
    ['tier', { kind: 'imported' }],
    ['visits', { kind: 'imported' }],
    ['pageViews', { kind: 'count', of: 'page' }],
  ]),
});

describe('a line about a permission', () => {
  const line = {
    identifier: 'customerId',
    value: ' 1 ',
    permission: 'P',
    status: 'TRUE',
    modifiedAt: '2026-01-01T00:00Z',
  };

  test('is read as a request would be', () => {
    expect(readLine('permissions', account, line, NOW)).toMatchObject({
      kind: 'told',
      line: {
        identifiers: [{ name: 'customerId', value: '1' }],
        permission: { name: 'P', granted: true, modifiedAt: Date.parse('2026-01-01T00:00Z') },
      },
    });
  });

  test('may lie five minutes in the future, and no more', () => {
    const at = (ms: number) => readLine('permissions', account, { ...line, modifiedAt: NOW + ms }, NOW).kind;
    expect([at(300_000), at(300_001)]).toEqual(['told', 'refused']);
  });

  test.each([
    ['no time', { modifiedAt: undefined }],
    ['no identifier', { identifier: undefined }],
    ['an identifier of no such name', { identifier: 'card' }],
    ['a name that every object inherits', { identifier: 'constructor' }],
    ['a shared identifier', { identifier: 'mt2' }],
    ['a value that is no text', { value: 4711 }],
    ['an empty value', { value: ' ' }],
    ['a value that identifies nobody', { value: 'NULL' }],
    ['a value that is too long', { value: 'x'.repeat(513) }],
    ['a permission that does not exist', { permission: 'Q' }],
    ['a status that is none', { status: 'yes' }],
    ['a status that is a number', { status: 1 }],
  ])('with %s is refused, and its value is not repeated', (_what, members) => {
    const read = readLine('permissions', account, { ...line, value: 'secret-1', ...members }, NOW);
    expect(read.kind).toBe('refused');
    expect(JSON.stringify(read)).not.toContain('secret-1');
  });
});

describe('a line about a profile', () => {
  const modifiedAt = '2026-01-01T00:00Z';
  const namesOf = (line: object): unknown => {
    const read = readLine('profiles', account, { modifiedAt, ...line }, NOW);
    return read.kind === 'told'
      ? read.line.identifiers.map(({ name, value }) => `${name}=${value}`)
      : read.reason;
  };

  test('has its identifiers in the order of their strength, then of the configuration', () => {
    expect(namesOf({ profileId: 'p', deviceId: 'd', email: 'E', mt1: 'm', customerId: 'c' })).toEqual([
      'customerId=c',
      'email=e',
      'mt1=m',
      'deviceId=d',
      'profileId=p',
    ]);
  });

  test('leaves out what is empty and what identifies nobody', () => {
    expect(namesOf({ customerId: 'c', email: '', mt1: null, deviceId: 'null' })).toEqual(['customerId=c']);
  });

  test('takes several values of a name that may have many, and of no other', () => {
    expect(namesOf({ email: ['A', 'b', 'a'] })).toEqual(['email=a', 'email=b']);
    expect(namesOf({ customerId: ['1', '2'] })).toBe('"customerId": a profile can have only one value of it');
  });

  test('has the imported attributes of the account with its time; an empty one says nothing', () => {
    const attributesOf = (line: object): unknown => {
      const read = readLine('profiles', account, { modifiedAt, customerId: 'c', ...line }, NOW);
      return read.kind === 'told' ? read.line.attributes : read.reason;
    };
    const at = Date.parse(modifiedAt);
    expect(attributesOf({ tier: ' gold ', visits: 7 })).toEqual({
      tier: { value: 'gold', modifiedAt: at },
      visits: { value: '7', modifiedAt: at },
    });
    expect(attributesOf({ tier: ' ', visits: null })).toEqual({});
    expect(attributesOf({ tier: 'x'.repeat(512) })).toMatchObject({ tier: { modifiedAt: at } });
    expect(attributesOf({ tier: 'x'.repeat(513) })).toBe('tier: is longer than 512 characters');
    expect(attributesOf({ tier: ['gold'] })).toBe('tier: must be a text, a number or a boolean');
    expect(attributesOf({ pageViews: '7' })).toBe('pageViews: is computed from events, and not imported');
  });

  test.each([
    [{}],
    [{ email: '' }],
    [{ city: 'Ulm' }],
    [{ tier: 'gold' }],
    [{ customerId: 1 }],
    [{ customerId: {} }],
  ])('%j is refused', (line) => {
    expect(typeof namesOf(line)).toBe('string');
  });
});
