import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import { openDraft } from '../draft/draft.ts';
import { commitOf } from '../draft/finish.ts';
import type { Umid } from '../model/ids.ts';
import { settleDevice } from '../model/device-trail.ts';
import { merge } from '../merge/merge.ts';
import type { Profile } from '../model/profile.ts';
import {
  ACCOUNT,
  apply,
  content,
  currentOf,
  emptyWorld,
  find,
  keyOf,
  living,
  umdidOf,
  umidOf,
  undo,
  visit,
  type Visit,
  type World,
} from './world.fake.ts';

const DEVICES = ['a1', 'b1', 'c1', 'd1', 'a2', 'b2'];

const identifiers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.dictionary(
  fc.constantFrom('customerId', 'email', 'card', 'mt2', 'deviceId', 'tag'),
  fc.constantFrom('1', '2', '3', '4'),
  { maxKeys: 3 },
);

const acknowledgement = fc.record({
  name: fc.constantFrom('N', 'M'),
  version: fc.constantFrom(1, 2),
  uxvariant: fc.constant(null),
  permissions: fc.constant(['P']),
  date: fc.integer({ min: 1, max: 9 }),
});

const consent = fc.record({
  permissions: fc.dictionary(fc.constantFrom('P', 'Q'), fc.boolean(), { maxKeys: 2 }),
  acknowledgements: fc.array(acknowledgement, { maxLength: 1 }),
});

const visits: fc.Arbitrary<Visit> = fc.record({ device: fc.constantFrom(...DEVICES), identifiers, consent });

/** Which of the living profiles merge: loser and survivor by their places, several in one decision. */
const mergers = fc.record({
  pairs: fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
  /** Devices that are seen afterwards, and so follow. */
  seen: fc.subarray(DEVICES),
});

const allLiving = (world: World): readonly Profile[] =>
  [...world.profiles.values()].filter((stored) => stored.kind === 'profile');

/** What can be seen of a world: profiles, where each device leads, and how well it is known there. */
const view = (world: World) => ({
  profiles: Object.fromEntries(allLiving(world).map((profile) => [profile.umid, content(profile)])),
  devices: DEVICES.map((digits) => {
    const device = world.devices.get(umdidOf(digits));
    if (device === undefined) return null;
    const { umid, identifiedBy } = settleDevice(device, currentOf(world, device)!);
    return { umid, identifiedBy };
  }),
});

const isKnown = (world: World, digits: string): boolean => world.devices.has(umdidOf(digits));

/** Nothing but merges, all in one decision; the umids that survived each, in order. */
const mergeAll = (world: World, pairs: readonly (readonly [number, number])[]): readonly Umid[] => {
  const profiles = allLiving(world);
  if (profiles.length < 2) return [];
  world.now += 100;
  const draft = openDraft(situationOf(world, profiles));
  const gone = new Set<Umid>();
  const survivors: Umid[] = [];
  for (const [first, second] of pairs) {
    const left = profiles.filter(({ umid }) => !gone.has(umid));
    const [loser, survivor] = [left[first % left.length]!.umid, left[second % left.length]!.umid];
    if (loser === survivor) continue;
    merge(draft, loser, survivor);
    gone.add(loser);
    survivors.push(survivor);
  }
  apply(world, commitOf(draft));
  return survivors;
};

const situationOf = (world: World, profiles: readonly Profile[]) => ({
  account: ACCOUNT,
  pipeline: 'web',
  now: world.now,
  umdid: umdidOf('f0'),
  firstUmid: umidOf('f0'),
  freshDevice: true,
  device: null,
  current: null,
  claims: profiles.map((owner) => ({ name: 'profileId', value: '', owner, storedUmid: null, holders: [] })),
  consent: { permissions: {}, acknowledgements: [] },
  retryKeys: [],
  newUmid: umidOf('f1'),
  newProfileIds: [profiles[0]!.profileId, profiles[0]!.profileId] as const,
  seal: () => '',
});

/** What holds after every step (docs/behaviour.md#undoing-a-merge). */
const mustBeSound = (world: World): void => {
  for (const profile of allLiving(world)) {
    for (const held of profile.identifiers.filter(({ name }) => name !== 'mt2')) {
      expect([held, living(world, world.index.get(keyOf(held))!)?.umid]).toEqual([held, profile.umid]);
    }
    const single = profile.identifiers.filter(({ name }) => ACCOUNT.identifiers.get(name)?.many !== true);
    expect(new Set(single.map(({ name }) => name)).size).toBe(single.length);
    for (const umid of profile.absorbed) expect(living(world, umid)?.umid).toBe(profile.umid);
  }
  for (const [key, umid] of world.index) {
    const [name, value] = JSON.parse(key) as [string, string];
    const owner = living(world, umid);
    const isHeld = owner?.identifiers.some((held) => held.name === name && held.value === value);
    expect([key, name === 'profileId' || isHeld]).toEqual([key, true]);
  }
  for (const { umid } of [...world.profiles.values()].filter(({ kind }) => kind === 'redirect')) {
    expect(living(world, umid)?.absorbed).toContain(umid);
  }
};

describe('histories of merges and unmerges', () => {
  test('whatever merged, undoing the merges newest first gives back the profiles and devices as they were', () => {
    fc.assert(
      fc.property(
        fc.array(visits, { minLength: 4, maxLength: 16 }),
        fc.array(mergers, { minLength: 1, maxLength: 4 }),
        (history, merges) => {
          const world = emptyWorld();
          for (const one of history) visit(world, one);
          const undoing: (() => void)[] = [];
          for (const { pairs, seen } of merges) {
            const before = view(world);
            const survivors = mergeAll(world, pairs);
            for (const device of seen.filter((one) => isKnown(world, one))) visit(world, { device });
            mustBeSound(world);
            undoing.unshift(() => {
              for (const survivor of survivors.toReversed()) undo(world, survivor);
              expect(view(world)).toEqual(before);
              mustBeSound(world);
            });
          }
          for (const step of undoing) step();
        },
      ),
      { numRuns: runs(150) },
    );
  });

  test('whenever merges are undone between visits, every identifier has one owner and every umid one profile', () => {
    const step = fc.oneof({ arbitrary: visits, weight: 4 }, { arbitrary: fc.nat(), weight: 1 });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const world = emptyWorld();
        for (const one of steps) {
          if (typeof one === 'number') undoSome(world, one);
          else visit(world, one);
          mustBeSound(world);
        }
      }),
      { numRuns: runs(150) },
    );
  });
});

const undoSome = (world: World, pick: number): void => {
  const undoable = allLiving(world).filter(({ umid }) => find(world, umid).kind === 'undoable');
  const profile = undoable[pick % Math.max(1, undoable.length)];
  if (profile !== undefined) undo(world, profile.umid);
};
