import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { beginningOf, wellFormed, wellFormedJson } from './whole-text.ts';

/** Texts of any units, halves of characters and backslashes among them. */
const text = fc
  .array(fc.constantFrom('a', '\\', 'ud800', '"', '\n', '\ud83d', '\ude00', 'ü'))
  .map((units) => units.join(''));

describe('a well-formed text', () => {
  test('has nothing else than the text where that is whole', () => {
    expect(wellFormed('aü😀\ud83dx\ude00')).toBe('aü😀\ufffdx\ufffd');
  });

  test('comes of JSON as it comes of each text and name in it', () => {
    fc.assert(
      fc.property(text, text, (name, value) => {
        const json = wellFormedJson(JSON.stringify({ [name]: [value] }));
        expect(JSON.parse(json)).toEqual({ [wellFormed(name)]: [wellFormed(value)] });
      }),
    );
  });
});

describe('the beginning of a text', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    ['a😀b', 3, 'a😀'],
  ])('of %j, of %i units, is %j', (whole, most, beginning) => {
    expect(beginningOf(whole, most)).toBe(beginning);
  });
});
