import { describe, expect, test } from 'vitest';
import { configurationSchema } from '../configuration-schema.ts';
import { mappingSchema } from './mapping-schema.ts';

const faultsOf = (mapping: unknown): readonly string[] => {
  const parsed = mappingSchema.safeParse(mapping);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('own mappings', () => {
  test.each(['event', '{ "page": { "name": $pipeline } }', 'a.b.%.c[x > 1]^(>y)', '$unknown(a)', '(a; b)'])(
    'take an expression: %s',
    (expression) => expect(faultsOf({ own: expression })).toEqual([]),
  );

  test.each([
    ['{ "page": ', 'is not JSONata: Expected "}" before end of expression (character 10 of the expression)'],
    [
      'a.\n  b(\n',
      'is not JSONata: Expected ")" before end of expression (line 3, character 0 of the expression)',
    ],
    [
      '$match(a, /(/',
      'is not JSONata: No terminating / in regular expression (character 13 of the expression)',
    ],
    ['('.repeat(16_000), 'is not JSONata: Maximum call stack size exceeded'],
  ])('refuse what is none, with its place: %j', (expression, message) =>
    expect(faultsOf({ own: expression })).toEqual([`own: ${message}`]),
  );

  test.each([
    '$eval(a)',
    '($e := $eval; $e("1"))',
    '$map(a, function($v) { $eval($v) })',
    '|a|{"x": $eval(1)}|',
    'a[$eval(b)]',
    'a^($eval(b))',
    'a{$eval(1): 2}',
    'a ? 1 : [$eval(2)]',
    'a ~> $eval',
  ])('refuse to run what a caller sends as a program: %s', (expression) =>
    expect(faultsOf({ own: expression })).toEqual([expect.stringContaining('$eval is not allowed')]),
  );

  test('are so many at most, and so long', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 'a']));
    expect(faultsOf(many(16))).toEqual([]);
    expect(faultsOf(many(17))).toHaveLength(1);
    expect(faultsOf({ own: `"${'a'.repeat(16_383)}"` })).toHaveLength(1);
  });

  test('are refused where they stand in the configuration', () => {
    const pipelines = { web: { cookie: false, mapping: { good: 'a', bad: '(' } } };
    const { error } = configurationSchema.safeParse({ accounts: { demo: { owner: 'd', pipelines } } });
    expect(error?.issues.map(({ path }) => path)).toEqual([
      ['accounts', 'demo', 'pipelines', 'web', 'mapping', 'bad'],
    ]);
  });
});
