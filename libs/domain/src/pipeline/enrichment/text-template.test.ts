import { describe, expect, test } from 'vitest';
import { fillTemplate, namesIn, readTemplate } from './text-template.ts';

const filled = (text: string): string => fillTemplate(readTemplate(text), (name) => `<${name}>`);

describe('a template', () => {
  test.each([
    ['', '', []],
    ['no place', 'no place', []],
    ['{a}', '<a>', ['a']],
    ['/x/{customerId}/{mt1}{a.b-c_d}?', '/x/<customerId>/<mt1><a.b-c_d>?', ['customerId', 'mt1', 'a.b-c_d']],
    ['{}, {1}, {a b}, {{a}}', '{}, {1}, {a b}, {<a>}', ['a']],
  ])('%j has values in the places of its names', (text, whole, names) => {
    expect(filled(text)).toBe(whole);
    expect(namesIn(readTemplate(text))).toEqual(names);
  });

  test('takes a value as it is, also one that looks like a place', () => {
    expect(fillTemplate(readTemplate('{a}{b}'), () => '{a}')).toBe('{a}{a}');
  });
});
