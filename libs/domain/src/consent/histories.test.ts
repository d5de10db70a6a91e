import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import type { Umid } from '../identity/model/ids.ts';
import type { Profile } from '../identity/model/profile.ts';
import { emptyWorld, find, undo, visit, type Visit, type World } from '../identity/unmerge/world.fake.ts';
import type { Acknowledgement, ConsentEntry, ConsentFact } from './consent.ts';
import { absorbedIn, isReplayOf } from './replay.ts';
import { allLiving, chainOf, replayed } from './world-consent.fake.ts';

/** Told by the person, not brought by a merge. */
const isLive = ({ source, fact }: ConsentEntry, name: string, granted: boolean): boolean =>
  source === 'web' && fact.kind === 'permission' && fact.name === name && fact.granted === granted;

/** What the person told of a profile: itself, on what it has absorbed, and while it was absorbed itself. */
const toldOf = (world: World, { umid, absorbed }: Profile): readonly ConsentEntry[] => [
  ...[umid, ...absorbed].flatMap((one) => chainOf(world, one)),
  ...chainOf(world, umid).flatMap(({ fact }) =>
    fact.kind === 'unmerge' ? whileAbsorbed(world, umid, fact) : [],
  ),
];

const whileAbsorbed = (
  world: World,
  umid: Umid,
  { other, otherHead }: Extract<ConsentFact, { kind: 'unmerge' }>,
): readonly ConsentEntry[] => {
  const before = chainOf(world, other).filter(({ sequence }) => sequence <= (otherHead?.sequence ?? 0));
  const merged = before.findLast(({ fact }) => fact.kind === 'merge' && fact.loser === umid);
  return merged === undefined ? [] : before.filter(({ sequence }) => sequence > merged.sequence);
};

const identifiers: fc.Arbitrary<Readonly<Record<string, string>>> = fc.dictionary(
  fc.constantFrom('customerId', 'email', 'card', 'deviceId'),
  fc.constantFrom('1', '2', '3'),
  { maxKeys: 2 },
);
const acknowledgement = fc.record({
  name: fc.constantFrom('N', 'M'),
  version: fc.constantFrom(1, 2),
  uxvariant: fc.constantFrom(null, 'wall'),
  permissions: fc.constantFrom(['P'], ['P', 'Q']),
  date: fc.integer({ min: 1, max: 9 }),
});
const consent = fc.record({
  permissions: fc.dictionary(fc.constantFrom('P', 'Q'), fc.boolean(), { maxKeys: 2 }),
  acknowledgements: fc.array(acknowledgement, { maxLength: 3 }),
});
const visits: fc.Arbitrary<Visit> = fc.record({
  device: fc.constantFrom('a1', 'b1', 'c1', 'd1'),
  identifiers,
  consent,
});
const steps = fc.array(
  fc.oneof(
    { arbitrary: visits, weight: 5 },
    { arbitrary: fc.nat(), weight: 1 },
    { arbitrary: fc.constant('back'), weight: 1 },
  ),
  { minLength: 4, maxLength: 40 },
);

const acknowledging = (
  device: string,
  identifiers: Readonly<Record<string, string>>,
  ...acknowledgements: readonly Acknowledgement[]
): Visit => ({ device, identifiers, consent: { acknowledgements } });

/** Visits with consent, merges that they bring about, merges undone, and clocks that stand still or go back. */
const play = (world: World, given: readonly (Visit | number | string)[], check: () => void): void => {
  for (const step of given) {
    if (typeof step === 'string') world.now -= 250;
    else if (typeof step === 'number') undoSome(world, step);
    else visit(world, step);
    check();
  }
};

const undoSome = (world: World, pick: number): void => {
  const undoable = allLiving(world).filter(({ umid }) => find(world, umid).kind === 'undoable');
  const profile = undoable[pick % Math.max(1, undoable.length)];
  if (profile !== undefined) undo(world, profile.umid);
};

/** Of those with the same date the profile holds others, in another order, as profiles do that earlier versions have written. */
const pickOthers = (world: World, profile: Profile): void => {
  const listed = profile.recentAcknowledgements;
  const acknowledged = profile.acknowledged.map(
    (one) =>
      listed.findLast(
        ({ name, version, date }) => name === one.name && version === one.version && date === one.date,
      ) ?? one,
  );
  const recentAcknowledgements = listed.toReversed().toSorted((a, b) => b.date - a.date);
  world.profiles.set(profile.umid, { ...profile, kind: 'profile', acknowledged, recentAcknowledgements });
};

const expectReplays = (world: World): void => {
  for (const profile of allLiving(world)) {
    const state = replayed(world, profile.umid);
    expect([profile.umid, state.permissions]).toEqual([profile.umid, profile.permissions]);
    expect([profile.umid, isReplayOf(state, profile)]).toEqual([profile.umid, true]);
    expect(absorbedIn(state).toSorted()).toEqual(profile.absorbed.toSorted());
  }
};

const whateverHappens = (check: (world: World) => void): void =>
  fc.assert(
    fc.property(steps, (given) => {
      const world = emptyWorld();
      play(world, given, () => check(world));
    }),
    { numRuns: runs(200) },
  );

describe('in whatever order people consent and profiles merge and come apart', () => {
  test('the history replayed gives the present state of each profile', () => {
    whateverHappens(expectReplays);
  });

  test('so it does where an earlier version picked another one of those with the same date', () => {
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.boolean()), (given, picks) => {
        const world = emptyWorld();
        play(world, given, () => {
          for (const profile of allLiving(world)) if (picks.next().value) pickOthers(world, profile);
          expectReplays(world);
        });
      }),
      { numRuns: runs(100) },
    );
  });

  test('what was acknowledged twice at the same date in the request that merged comes apart as its history says', () => {
    const shown = { name: 'M', version: 1, date: 5 };
    const world = emptyWorld();
    const steps: readonly (Visit | number)[] = [
      acknowledging('c1', {}, { ...shown, uxvariant: null, permissions: ['P'] }),
      acknowledging('a1', { email: '2' }),
      acknowledging(
        'c1',
        { email: '2' },
        { ...shown, uxvariant: 'wall', permissions: ['P'] },
        { ...shown, uxvariant: null, permissions: ['P', 'Q'] },
      ),
      0,
    ];
    play(world, steps, () => {
      expectReplays(world);
    });
  });

  test('whoever has a permission was given it, and has not been told of a withdrawal since', () => {
    whateverHappens((world) => {
      for (const profile of allLiving(world)) {
        for (const [name, { granted, modifiedAt }] of Object.entries(profile.permissions)) {
          if (!granted) continue;
          const told = toldOf(world, profile);
          const withdrawals = told.filter((entry) => isLive(entry, name, false) && entry.at >= modifiedAt);
          expect(told.some((entry) => isLive(entry, name, true) && entry.at === modifiedAt)).toBe(true);
          expect(withdrawals).toEqual([]);
        }
      }
    });
  });

  test('the times of a permission grow strictly, whatever the clocks say', () => {
    whateverHappens((world) => {
      for (const { umid } of allLiving(world)) {
        for (const name of ['P', 'Q']) {
          const times = chainOf(world, umid)
            .filter((entry) => isLive(entry, name, true) || isLive(entry, name, false))
            .map(({ at }) => at);
          expect(times.slice(1).every((at, index) => at > times[index]!)).toBe(true);
        }
      }
    });
  });
});
