import { describe, expect, test } from 'vitest';
import { compileConfiguration } from './compile-configuration.ts';
import { configurationSchema } from './configuration-schema.ts';
import { hasSegments } from './expressions-in.ts';

const ACCOUNT = { owner: 'd', attributes: { visits: { count: 'page' } } };

const parsed = (segments: unknown) =>
  configurationSchema.safeParse({ accounts: { demo: { ...ACCOUNT, segments } } });

const faultsOf = (segments: unknown): readonly string[] =>
  (parsed(segments).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('segments', () => {
  test('are ready for use by name', () => {
    const configuration = compileConfiguration(
      configurationSchema.parse({ accounts: { demo: { ...ACCOUNT, segments: { loyal: 'events > 9' } } } }),
    );
    expect(configuration.accounts.get('demo')?.segments).toEqual(new Map([['loyal', 'events > 9']]));
    expect(hasSegments(configuration)).toBe(true);
    expect(hasSegments({ accounts: new Map([['demo', { segments: new Map() }]]) })).toBe(false);
  });

  test('are refused where the condition is no JSONata, or would run what a caller sends', () => {
    expect(faultsOf({ good: 'events > 9', bad: 'events >', evil: '$eval(source)' })).toEqual([
      expect.stringContaining('accounts.demo.segments.bad: is not JSONata'),
      expect.stringContaining('accounts.demo.segments.evil: $eval is not allowed'),
    ]);
  });

  test('cannot have the name of an attribute: both stand in the same map of an answer', () => {
    expect(faultsOf({ visits: 'events > 9', loyal: 'events > 9' })).toEqual([
      'accounts.demo.segments.visits: is the name of an attribute of this account',
    ]);
  });

  test('are so many at most', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, 'true']));
    expect(faultsOf(many(64))).toEqual([]);
    expect(faultsOf(many(65))).toEqual(['accounts.demo.segments: must have at most 64 members']);
  });
});
