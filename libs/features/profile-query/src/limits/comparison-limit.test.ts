import { describe, expect, test } from 'vitest';
import { buildSchema, parse, print, validate } from 'graphql';
import { nameComparisonLimit } from './comparison-limit.ts';
import { dropRepeatedFields } from './drop-repeated-fields.ts';

const schema = buildSchema('type Query { me: Query, name(of: Int): String, plain: String }');

test('what the library gives up comparing is named as a limit', () => {
  const repeated = parse(`{ ${'plain '.repeat(998)} }`);
  const [error] = validate(schema, repeated).map((one) => nameComparisonLimit(one.toJSON()));
  expect(error?.message).toContain('the limit on comparisons');
  expect(error?.extensions).toEqual({ limit: 'comparisons' });
});

test('other errors are left as they are', () => {
  const [error] = validate(schema, parse('{ nobody }'));
  expect(nameComparisonLimit(error!.toJSON())).toEqual(error!.toJSON());
});

describe('of repeated fields', () => {
  const left = (text: string): string => print(dropRepeatedFields(parse(text))).replace(/\s+/g, ' ');

  test('plain ones are left once in each selection', () => {
    expect(
      left('{ plain plain me { plain plain } ... { plain plain } ...F } fragment F on Query { plain plain }'),
    ).toBe('{ plain me { plain } ... { plain } ...F } fragment F on Query { plain }');
  });

  test('those that say more are left for the rules and the limits', () => {
    const text =
      '{ plain plain: name plain: name name(of: 1) name(of: 1) plain @skip(if: true) me { plain } me { plain } }';
    expect(left(text)).toBe(text);
  });

  test('none is left that would be valid and is refused', () => {
    expect(validate(schema, dropRepeatedFields(parse(`{ ${'plain '.repeat(998)} }`)))).toEqual([]);
  });
});
