import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { readYamlDocument } from './yaml-document.ts';

const schema = z.strictObject({
  shops: z.record(
    z.string().regex(/^[a-z]+$/, 'a shop has a name in small letters'),
    z.strictObject({
      city: z.string(),
      floors: z.array(z.number()).default([]),
      till: z
        .union([z.literal(false), z.strictObject({ drawers: z.number() })], 'must be false or an object')
        .optional(),
    }),
  ),
});

const faultsOf = (text: string): readonly string[] => {
  try {
    readYamlDocument(schema, 'config/shops.yaml', text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
};

describe('a YAML document', () => {
  test('that keeps to its schema is read, defaults and aliases included', () => {
    const text = 'shops:\n  east: &east { city: Lyon }\n  west: *east\n';
    expect(readYamlDocument(schema, 'f', text)).toEqual({
      shops: { east: { city: 'Lyon', floors: [] }, west: { city: 'Lyon', floors: [] } },
    });
  });

  test('every fault comes in one message, in the order of the lines', () => {
    const text = [
      'shops:',
      '  east:',
      '    city: 7',
      '    floors: [1,',
      '      two]',
      '    citty: Lyon',
      'x: 1',
    ].join('\n');
    expect(() => readYamlDocument(schema, 'config/shops.yaml', text)).toThrow(
      [
        'config/shops.yaml:3:5: shops.east.city: must be a string',
        'config/shops.yaml:5:7: shops.east.floors[1]: must be a number',
        'config/shops.yaml:6:5: shops.east.citty: unknown member',
        'config/shops.yaml:7:1: x: unknown member',
      ].join('\n'),
    );
  });

  test("a missing member is reported at its parent's line", () => {
    expect(faultsOf('shops:\n\n  east:\n    floors: []\n')).toEqual([
      'config/shops.yaml:3:3: shops.east.city: is missing',
    ]);
  });

  test('a wrong name is reported at the name', () => {
    expect(faultsOf('shops:\n  east: { city: Lyon }\n  West:\n    city: Nice\n')).toEqual([
      'config/shops.yaml:3:3: shops.West: a shop has a name in small letters',
    ]);
  });

  test('of several forms the one that was meant is explained', () => {
    const shop = (till: string): string => `shops:\n  east:\n    city: Lyon\n    till: ${till}\n`;
    expect(faultsOf(shop('{ drawer: 2 }'))).toEqual([
      'config/shops.yaml:4:5: shops.east.till.drawers: is missing',
      'config/shops.yaml:4:13: shops.east.till.drawer: unknown member',
    ]);
    expect(faultsOf(shop('{ drawers: 2, coins: 1 }'))).toEqual([
      'config/shops.yaml:4:25: shops.east.till.coins: unknown member',
    ]);
    expect(faultsOf(shop('true'))).toEqual([
      'config/shops.yaml:4:5: shops.east.till: must be false or an object',
    ]);
  });

  test('a fault behind an alias is reported where the value is written', () => {
    expect(faultsOf('shops:\n  east: &east\n    city: 7\n  west: *east\n')).toEqual([
      'config/shops.yaml:3:5: shops.east.city: must be a string',
      'config/shops.yaml:3:5: shops.west.city: must be a string',
    ]);
  });

  test('a member that stands twice is refused at its second line', () => {
    expect(faultsOf('shops:\n  east: { city: Lyon }\n  east: { city: Nice }\n')).toEqual([
      'config/shops.yaml:3:3: shops.east: stands here twice',
    ]);
  });

  test('broken syntax is reported with its line', () => {
    expect(faultsOf('shops:\n  east: {\n')[0]).toMatch(/^config\/shops\.yaml:[23]:\d+: /);
    expect(faultsOf('shops:\n\teast: 1\n')[0]).toMatch(/^config\/shops\.yaml:2:\d+: /);
    expect(faultsOf('shops: {}\n---\nshops: {}\n')[0]).toMatch(/^config\/shops\.yaml:2:\d+: /);
    expect(faultsOf('shops: !secret {}\n')[0]).toMatch(/^config\/shops\.yaml:1:\d+: /);
  });

  test('an empty document lacks what it must have, and a list is no object', () => {
    expect(faultsOf('')).toEqual(['config/shops.yaml:1:1: shops: is missing']);
    expect(faultsOf('- 1')).toEqual(['config/shops.yaml:1:1: the document: must be an object']);
  });

  test('the name of the prototype is no way in', () => {
    expect(faultsOf('shops:\n  __proto__: { city: Lyon }\n')).toEqual([
      'config/shops.yaml:2:3: shops.__proto__: unknown member',
    ]);
  });

  test('aliases of aliases are refused before they fill the memory', () => {
    const layer = (name: string, of: string): string =>
      `${name}: &${name} [${Array(20).fill(of).join(', ')}]`;
    const text = [
      layer('a', '1'),
      layer('b', '*a'),
      layer('c', '*b'),
      layer('d', '*c'),
      layer('e', '*d'),
    ].join('\n');
    expect(faultsOf(text)).toEqual([expect.stringMatching(/^config\/shops\.yaml:1:1: .*alias/i)]);
  });

  test.each(['1', '0x10', '1e3', '~', 'true', '[a, b]', '{ a: b }'])(
    'a member that is called %s has a name that nobody wrote',
    (name) => {
      expect(faultsOf(`shops:\n  ${name}: { city: Lyon }\n`)).toContainEqual(
        expect.stringMatching(
          /^config\/shops\.yaml:2:3: shops\.\w+: a name must be a text: put it in quotes$/,
        ),
      );
    },
  );

  test('the truths of YAML 1.1 are texts, and a directive does not bring them back', () => {
    expect(faultsOf('shops:\n  east: { city: no, till: no }\n')).toEqual([
      'config/shops.yaml:2:21: shops.east.till: must be false or an object',
    ]);
    expect(faultsOf('%YAML 1.1\n---\nshops:\n  east: { city: Lyon, till: no }\n')).toEqual([
      'config/shops.yaml:1:1: the document: only YAML 1.2 is read: leave the directive %YAML out',
    ]);
  });

  test('a merge key is an unknown member', () => {
    expect(faultsOf('shops:\n  east: &east { city: Lyon }\n  west:\n    <<: *east\n')).toEqual([
      'config/shops.yaml:3:3: shops.west.city: is missing',
      'config/shops.yaml:4:5: shops.west.<<: unknown member',
    ]);
  });

  test('an alias of nothing and of itself are refused', () => {
    expect(faultsOf('shops: *nobody\n')).toEqual([expect.stringMatching(/^config\/shops\.yaml:1:\d+: /)]);
    expect(faultsOf('shops: &shops { east: *shops }\n')).not.toEqual([]);
  });

  test('names that stand twice and names that are unknown come in one message', () => {
    expect(faultsOf('shops:\n  east: { city: Lyon, city: Nice }\nx: 1\n')).toEqual([
      'config/shops.yaml:2:23: shops.east.city: stands here twice',
      'config/shops.yaml:3:1: x: unknown member',
    ]);
  });

  test.each([
    `a:\n  ${'['.repeat(1_000_000)}`,
    `a:\n  ${'[{a: '.repeat(51)}1${'}]'.repeat(51)}`,
    `a:\n  ${'- '.repeat(500_000)}1`,
    `a:\n  ${'? '.repeat(500_000)}1`,
  ])('brackets and dashes without end are refused before they use up the stack: %#', (text) => {
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^config\/shops\.yaml:2:\d+: the document: is nested too deeply$/),
    ]);
  });

  test('indentation without end is borne', () => {
    const text = Array.from({ length: 1_400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
    expect(faultsOf(text)).not.toEqual([]);
  });

  test('a file that is wrong all over is answered with its first hundred faults', () => {
    const faults = faultsOf(`shops: {}\n${Array.from({ length: 150 }, (_, n) => `x${n}: 1\n`).join('')}`);
    expect(faults).toHaveLength(101);
    expect(faults.slice(99)).toEqual([
      'config/shops.yaml:101:1: x99: unknown member',
      'config/shops.yaml: and 50 more faults',
    ]);
  });
});
