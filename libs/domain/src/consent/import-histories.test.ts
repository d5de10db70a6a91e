import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import { importLine } from '../identity/importing/import-line.fake.ts';
import { emptyWorld, find, undo, visit, type Visit, type World } from '../identity/unmerge/world.fake.ts';
import type { ImportedPermission } from './import-permissions.ts';
import { isReplayOf } from './replay.ts';
import { allLiving, replayed } from './world-consent.fake.ts';

const START = 1_800_000_000_000;

/** Something that a person or a file told of a permission, at its own time. */
interface ToldPermission {
  readonly granted: boolean;
  readonly at: number;
}

const tellings = (world: World, umids: readonly string[], name: string): readonly ToldPermission[] =>
  world.consent.flatMap(({ umid, at, source, fact }) => {
    if (!umids.includes(umid) || source === 'merge' || source === 'unmerge') return [];
    if ((fact.kind !== 'permission' && fact.kind !== 'outdated') || fact.name !== name) return [];
    return [{ granted: fact.granted, at: fact.decidedAt ?? at }];
  });

const name = fc.constantFrom('P', 'Q');
const value = fc.constantFrom('1', '2', '3');
const visits: fc.Arbitrary<Visit> = fc.record({
  device: fc.constantFrom('a1', 'b1', 'c1'),
  identifiers: fc.dictionary(fc.constantFrom('customerId', 'email', 'card'), value, { maxKeys: 2 }),
  consent: fc.record({ permissions: fc.dictionary(name, fc.boolean(), { maxKeys: 2 }) }),
});
/** The times of lines lie before, between and after those of the visits, some of them at the same millisecond. */
const time = fc.integer({ min: -10, max: 60 }).map((steps) => START + steps * 50);
const imported: fc.Arbitrary<ImportedPermission> = fc.record({
  name,
  granted: fc.boolean(),
  modifiedAt: time,
});
const imports = fc.record({
  identifier: fc.record({ name: fc.constantFrom('customerId', 'email', 'card'), value }),
  told: fc.array(imported, { minLength: 1, maxLength: 4 }),
});
type Import = { identifier: { name: string; value: string }; told: readonly ImportedPermission[] };
const steps = fc.array(
  fc.oneof(
    { arbitrary: visits, weight: 4 },
    { arbitrary: imports, weight: 4 },
    { arbitrary: fc.nat(), weight: 1 },
  ),
  { minLength: 4, maxLength: 30 },
);

const take = (world: World, step: Visit | Import | number): void => {
  if (typeof step === 'number') undoSome(world, step);
  else if ('told' in step) importLine(world, [step.identifier], step.told);
  else visit(world, step);
};

const undoSome = (world: World, pick: number): void => {
  const undoable = allLiving(world).filter(({ umid }) => find(world, umid).kind === 'undoable');
  const profile = undoable[pick % Math.max(1, undoable.length)];
  if (profile !== undefined) undo(world, profile.umid);
};

describe('imports among visits, merges and what undoes them', () => {
  test('the history replayed gives the present state of each profile', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const world = emptyWorld();
        for (const step of given) {
          take(world, step);
          for (const profile of allLiving(world)) {
            const state = replayed(world, profile.umid);
            expect([profile.umid, state.permissions]).toEqual([profile.umid, profile.permissions]);
            expect([profile.umid, isReplayOf(state, profile)]).toEqual([profile.umid, true]);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('whoever has a permission was given it, and no later withdrawal was told', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const world = emptyWorld();
        for (const step of given.filter((one) => typeof one !== 'number')) {
          take(world, step);
          for (const profile of allLiving(world)) {
            for (const [permission, { granted, modifiedAt }] of Object.entries(profile.permissions)) {
              if (!granted) continue;
              const told = tellings(world, [profile.umid, ...profile.absorbed], permission);
              expect(told).toContainEqual({ granted: true, at: modifiedAt });
              expect(told.filter((one) => !one.granted && one.at > modifiedAt)).toEqual([]);
            }
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('after an unmerge too, whoever has a permission was given it by somebody', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const world = emptyWorld();
        for (const step of given) {
          take(world, step);
          for (const { permissions } of allLiving(world)) {
            for (const [permission, { granted, modifiedAt }] of Object.entries(permissions)) {
              const told = tellings(world, [...world.profiles.keys()], permission);
              if (granted) expect(told).toContainEqual({ granted: true, at: modifiedAt });
            }
          }
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('a line that comes twice changes nothing, whatever happened between', () => {
    fc.assert(
      fc.property(steps, imports, steps, (before, { identifier, told }, between) => {
        const world = emptyWorld();
        for (const step of before) take(world, step);
        const once = importLine(world, [identifier], told);
        // An unmerge may part the person who was told of from what was told.
        for (const step of between.filter((one) => typeof one !== 'number')) take(world, step);
        const entries = world.consent.length;
        const profiles = JSON.stringify([...world.profiles]);
        const twice = importLine(world, [identifier], told);
        expect(once.kind).toBe(twice.kind);
        expect(world.consent).toHaveLength(entries);
        expect(JSON.stringify([...world.profiles])).toBe(profiles);
      }),
      { numRuns: runs(300) },
    );
  });

  test('lines of different times give the same permissions in whatever order they come', () => {
    const lines = fc.uniqueArray(imported, { minLength: 2, maxLength: 8, selector: (one) => one.modifiedAt });
    fc.assert(
      fc.property(
        lines.chain((told) =>
          fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length })),
        ),
        ([told, shuffled]) => {
          const [inOrder, otherwise] = [told, shuffled].map((all) => {
            const world = emptyWorld();
            for (const one of all) importLine(world, [{ name: 'customerId', value: '1' }], [one]);
            return allLiving(world)[0]?.permissions;
          });
          expect(otherwise).toEqual(inOrder);
        },
      ),
    );
  });
});
