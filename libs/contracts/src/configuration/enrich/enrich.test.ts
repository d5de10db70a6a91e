import { describe, expect, test } from 'vitest';
import { compileConfiguration } from '../compile-configuration.ts';
import { configurationSchema } from '../configuration-schema.ts';

const documentWith = (enrich: unknown, account: object = {}, pipeline: object = {}): unknown => ({
  accounts: { demo: { owner: 'd', ...account, pipelines: { web: { cookie: false, enrich, ...pipeline } } } },
});

const compiled = (enrich: unknown, account: object = {}, pipeline: object = {}) => {
  const { accounts, pipelines } = compileConfiguration(
    configurationSchema.parse(documentWith(enrich, account, pipeline)),
  );
  return { account: accounts.get('demo')!, rules: pipelines.get('web')! };
};

const stepOf = (step: object) => compiled([step]).rules.enrich[0]!;

const faultsOf = (enrich: unknown, account: object = {}): readonly string[] =>
  (configurationSchema.safeParse(documentWith(enrich, account)).error?.issues ?? []).map(
    ({ path, message }) => `${path.slice(4).join('.')}: ${message}`,
  );

describe('a step of enrichment', () => {
  test('that says nothing feeds everything, within a budget, and is called as its type', () => {
    expect(stepOf({ type: 'userAgent' })).toEqual({
      type: 'userAgent',
      name: 'userAgent',
      feeds: new Set(['response', 'profile', 'events']),
      budgetMs: 150,
      cache: { ttlMs: 86_400_000, entries: 10_000 },
      names: new Map(
        ['deviceName', 'deviceType', 'browserFamily', 'osFamily'].map((name) => [name, name] as const),
      ),
      fallback: {},
    });
  });

  test('shows its values, those of the fallback too, behind its prefix', () => {
    const step = stepOf({ type: 'bot', prefix: 'ua.', fallback: { isbot: false } });
    expect(step).toMatchObject({ names: new Map([['isbot', 'ua.isbot']]), fallback: { 'ua.isbot': false } });
  });

  test.each([
    [false, null],
    [
      { ttl: '2min', entries: 7 },
      { ttlMs: 120_000, entries: 7 },
    ],
    [{}, { ttlMs: 300_000, entries: 10_000 }],
  ])('remembers answers as it says: %j', (cache, rules) => {
    expect(stepOf({ type: 'userAgent', cache }).cache).toEqual(rules);
  });

  test.each<[string, unknown, object, readonly string[]]>([
    [
      'two of one type are called alike',
      [{ type: 'userAgent' }, { type: 'userAgent', prefix: 'b.' }],
      {},
      ['1: a step before is called userAgent already: give this one a name of its own'],
    ],
    [
      'two add the same',
      [{ type: 'bot' }, { type: 'bot', name: 'again' }],
      {},
      ['1: adds isbot, which a step before adds: give it a prefix'],
    ],
    [
      'it adds what the account computes',
      [{ type: 'bot', to: ['response'] }],
      { attributes: { isbot: { imported: true } } },
      ['0: adds isbot, which is an attribute or segment of this account: give it a prefix'],
    ],
    [
      'its fallback is of no value of its',
      [{ type: 'bot', fallback: { score: 1 } }],
      {},
      ['0.fallback.score: is no value of this step: isbot'],
    ],
  ])('is refused where %s', (_, enrich, account, faults) => {
    expect(faultsOf(enrich, account)).toEqual(faults.map((fault) => `enrich.${fault}`));
  });

  test('may add to events alone what the account computes otherwise', () => {
    expect(
      faultsOf([{ type: 'bot', to: ['events'] }], { attributes: { isbot: { imported: true } } }),
    ).toEqual([]);
  });
});

describe('bots of a pipeline', () => {
  test('are crawlers, whose events are flagged, where it says nothing', () => {
    expect(compiled([]).rules.bots).toEqual({ kinds: new Set(['crawler']), drop: false });
  });

  test('are what its step says, whatever becomes of them', () => {
    const { rules } = compiled([{ type: 'bot', also: ['tool'] }], {}, { bots: 'drop' });
    expect(rules.bots).toEqual({ kinds: new Set(['crawler', 'tool']), drop: true });
  });
});
