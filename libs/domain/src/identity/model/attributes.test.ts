import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import { attributeValues } from '../../answer/attribute-values.ts';
import type { AttributeRule } from '../../pipeline/account-rules.ts';
import { NO_ACTIVITY } from '../../tracking/activity.ts';
import { attributesOf, latestAttributes } from './attributes.ts';
import { importLine } from '../importing/import-line.fake.ts';
import type { HeldAttributes } from './profile.ts';
import { emptyWorld, keyOf, living, undo, visit, type World } from '../unmerge/world.fake.ts';
import { attributeRules } from '../../tracking/attributes/compiled-rule.ts';

const id = (name: string, value: string) => ({ name, value });
const at = (modifiedAt: number, value: string) => ({ modifiedAt, value });
const heldBy = (world: World, name: string, value: string): HeldAttributes =>
  attributesOf(living(world, world.index.get(keyOf({ name, value }))!)!);

const attributes: fc.Arbitrary<HeldAttributes> = fc.dictionary(
  fc.constantFrom('tier', 'region'),
  fc.record({ value: fc.constantFrom('a', 'b', 'c'), modifiedAt: fc.integer({ min: 1, max: 4 }) }),
);
/** Lines about the two sides of a merge, and the place among them where it happens. */
const lines = fc.array(
  fc.record({
    who: fc.constantFrom(id('customerId', '1'), id('tag', 't')),
    told: attributes,
    turn: fc.nat(9),
  }),
  { maxLength: 10 },
);

/** A customer and a visitor who has a tag of their own. */
const apart = (): World => {
  const world = emptyWorld();
  importLine(world, [id('customerId', '1')]);
  visit(world, { device: 'b1', identifiers: { tag: 't' } });
  return world;
};
const together = (world: World): void =>
  void visit(world, { device: 'b1', identifiers: { customerId: '1', tag: 't' } });

describe('imported attributes', () => {
  test('the latest modification of each wins; of two at the same time the greater value', () => {
    const held = { tier: at(2, 'gold'), region: at(2, 'north') };
    expect(latestAttributes(held, { tier: at(1, 'silver'), region: at(3, 'south') })).toEqual({
      tier: at(2, 'gold'),
      region: at(3, 'south'),
    });
    expect(latestAttributes(held, { tier: at(2, 'silver') })['tier']).toEqual(at(2, 'silver'));
    expect(latestAttributes(held, { tier: at(2, 'bronze') })).toBe(held);
  });

  test('a line tells of them with the person, reports their names alone, and changes nothing when it comes again', () => {
    const world = emptyWorld();
    const line = [id('customerId', '1')];
    expect(importLine(world, line, [], { tier: at(5, 'gold') })).toMatchObject({ isOutdated: false });
    expect(heldBy(world, 'customerId', '1')).toEqual({ tier: at(5, 'gold') });
    expect(world.changes.at(-1)).toMatchObject({
      type: 'attributes.changed',
      detail: { attributes: ['tier'] },
    });
    const before = JSON.stringify([...world.profiles]);
    expect(importLine(world, line, [], { tier: at(5, 'gold') })).toMatchObject({ isOutdated: false });
    expect(importLine(world, line, [], { tier: at(4, 'silver') })).toMatchObject({ isOutdated: true });
    expect(JSON.stringify([...world.profiles])).toBe(before);
  });

  test('whatever is told before or after a merge, the survivor holds the same', () => {
    fc.assert(
      fc.property(lines, (told) => {
        const merged = [0, 5, 10].map((turn) => {
          const world = apart();
          for (const line of told.filter((one) => one.turn < turn)) tell(world, line);
          together(world);
          for (const line of told.filter((one) => one.turn >= turn)) tell(world, line);
          return heldBy(world, 'customerId', '1');
        });
        const everything = told.map((line) => line.told).reduce(latestAttributes, {});
        for (const held of merged) expect(held).toEqual(everything);
      }),
      { numRuns: runs(200) },
    );
  });

  test('undoing a merge gives both sides back theirs, and leaves the survivor what was told since', () => {
    fc.assert(
      fc.property(lines, attributes, (told, since) => {
        const world = apart();
        for (const line of told) tell(world, line);
        const [ours, theirs] = [heldBy(world, 'customerId', '1'), heldBy(world, 'tag', 't')];
        together(world);
        const merged = heldBy(world, 'customerId', '1');
        tell(world, { who: id('customerId', '1'), told: since });
        const after = heldBy(world, 'customerId', '1');
        undo(world, world.index.get(keyOf(id('customerId', '1')))!);
        expect(heldBy(world, 'tag', 't')).toEqual(theirs);
        const news = Object.entries(after).filter(([name, held]) => held !== merged[name]);
        expect(heldBy(world, 'customerId', '1')).toEqual({ ...ours, ...Object.fromEntries(news) });
      }),
      { numRuns: runs(200) },
    );
  });

  test('are answered beside the computed ones; a name that is not configured is kept and not shown', () => {
    const rules = new Map<string, AttributeRule>([
      ['tier', { kind: 'imported' }],
      ['region', { kind: 'imported' }],
      ['pageViews', { kind: 'count', of: 'page' }],
    ]);
    const profile = { attributes: { tier: at(1, 'gold'), pageViews: at(1, '7'), former: at(1, 'x') } };
    const account = attributeRules(rules);
    const shown = attributeValues({ account, profile, activity: NO_ACTIVITY, now: 0 });
    expect(shown).toEqual({ tier: 'gold', region: '', pageViews: '' });
  });
});

const tell = (
  world: World,
  { who, told }: { readonly who: ReturnType<typeof id>; readonly told: HeldAttributes },
): void => void importLine(world, [who], [], told);
