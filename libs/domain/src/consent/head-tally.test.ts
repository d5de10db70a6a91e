import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { runs } from '@kith/testing/random';
import { headOf } from '../identity/model/heads.ts';
import { emptyWorld, find, undo, visit, type World } from '../identity/unmerge/world.fake.ts';
import type { Commit } from '../identity/model/commit.ts';
import type { Umid } from '../identity/model/ids.ts';
import type { Macs } from '../mac.ts';
import type { ConsentHead } from './consent.ts';
import {
  bucketAt,
  bucketOf,
  BUCKETS,
  byBucket,
  meetHead,
  NO_HEADS,
  placeOfBucket,
  tallyFault,
  tallyHeads,
  type Bucket,
  type HeadChange,
  type HeadTally,
  type TallyFault,
  type TallySeal,
} from './head-tally.ts';

const under =
  (...secrets: readonly string[]): Macs =>
  (name, ...parts) =>
    secrets.map((secret) =>
      createHmac('sha256', secret)
        .update(JSON.stringify([name, parts]))
        .digest(),
    );

const MACS = under('first');
const SEAL: TallySeal = { macs: MACS, account: 'demo' };

type Heads = ReadonlyMap<string, ConsentHead>;

/** What a check of a bucket says: every profile there that has a chain is met. */
const faultIn = (
  heads: Heads,
  bucket: Bucket,
  tally: HeadTally | null,
  seal: TallySeal = SEAL,
): TallyFault | null => {
  const own = [...heads].filter(([umid]) => bucketOf(umid) === bucket);
  const met = own.reduce((so, [umid, head]) => meetHead(seal, so, umid, head), NO_HEADS);
  return tallyFault(seal, bucket, tally, met);
};

const tallyAll = (tallies: Map<Bucket, HeadTally>, heads: readonly HeadChange[]): void => {
  for (const [bucket, changes] of byBucket(heads)) {
    tallies.set(bucket, tallyHeads(SEAL, bucket, tallies.get(bucket) ?? null, changes));
  }
};

const umidAt = (bucket: Bucket, ordinal: number): string =>
  `${bucket}${String(ordinal).padStart(5, '0')}-0000-4000-8000-000000000000`;
const headAt = (sequence: number): ConsentHead => ({ sequence, mac: `mac of ${sequence}` });

/** So many profiles of one bucket, each with so many entries, and their tally. */
const bucketOfChains = (lengths: readonly number[], bucket: Bucket = 'abc') => {
  const heads = new Map<string, ConsentHead>();
  const tallies = new Map<Bucket, HeadTally>();
  for (const [ordinal, length] of lengths.entries()) {
    const umid = umidAt(bucket, ordinal);
    for (let sequence = 1; sequence <= length; sequence += 1) {
      tallyAll(tallies, [{ umid, before: heads.get(umid) ?? null, after: headAt(sequence) }]);
      heads.set(umid, headAt(sequence));
    }
  }
  return { bucket, heads, tally: tallies.get(bucket)! };
};

const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 12 });

describe('a tally of heads', () => {
  test('holds whatever order they came in, and says how many there are', () => {
    const property = fc.property(lengths, fc.nat(), (chains, seed) => {
      const { bucket, heads, tally } = bucketOfChains(chains);
      const turned = [...heads].toSorted(([a], [b]) => (a < b ? 1 : -1) * (seed % 2 === 0 ? 1 : -1));
      expect(faultIn(new Map(turned), bucket, tally)).toBe(null);
      expect(tally.count).toBe(chains.length);
    });
    fc.assert(property, { numRuns: runs(50) });
  });

  test('finds a tail that was cut where the profile was put back, a profile that was removed, and one put in', () => {
    const property = fc.property(lengths, fc.nat(), (chains, pick) => {
      const { bucket, heads, tally } = bucketOfChains(chains);
      const umid = umidAt(bucket, pick % chains.length);
      const length = heads.get(umid)!.sequence;
      for (let earlier = 1; earlier < length; earlier += 1) {
        expect(faultIn(new Map([...heads, [umid, headAt(earlier)]]), bucket, tally)).toBe('headsDiffer');
      }
      expect(faultIn(new Map([...heads].filter(([one]) => one !== umid)), bucket, tally)).toBe('headsDiffer');
      const added = new Map([...heads, [umidAt(bucket, 99), headAt(1)] as const]);
      expect(faultIn(added, bucket, tally)).toBe('headsDiffer');
    });
    fc.assert(property, { numRuns: runs(50) });
  });

  test('finds heads that changed places, also where all numbers and MACs are still there', () => {
    const { bucket, heads, tally } = bucketOfChains([1, 3]);
    const [one, other] = [umidAt(bucket, 0), umidAt(bucket, 1)];
    const swapped = new Map([
      [one, heads.get(other)!],
      [other, heads.get(one)!],
    ]);
    expect(faultIn(swapped, bucket, tally)).toBe('headsDiffer');
  });

  test('is of its bucket and account, and no member of it can be changed', () => {
    const { bucket, heads, tally } = bucketOfChains([2, 2]);
    const moved = new Map(Array.from(heads, ([umid, head]) => [umid.replace(/^abc/, 'abd'), head]));
    expect(faultIn(moved, 'abd', tally)).toBe('tallyTampered');
    expect(faultIn(heads, bucket, tally, { ...SEAL, account: 'other' })).toBe('tallyTampered');
    expect(faultIn(heads, bucket, tally, { ...SEAL, macs: under('another') })).toBe('tallyTampered');
    expect(faultIn(heads, bucket, null)).toBe('tallyMissing');
    expect(faultIn(new Map(), bucket, null)).toBe(null);
    const lies = [{ version: 9 }, { count: 1 }, { sum: '0'.repeat(64) }, { sum: 'no hex' }, { mac: '' }];
    for (const lie of lies) expect(faultIn(heads, bucket, { ...tally, ...lie })).toBe('tallyTampered');
  });

  test('that was tampered with never holds again, whatever is tallied later', () => {
    const { bucket, heads, tally } = bucketOfChains([2, 2]);
    const [umid] = heads.keys();
    const cut = new Map([...heads, [umid!, headAt(1)]]);
    const change = { umid: umid!, before: headAt(1), after: headAt(2) };
    for (const lie of [
      { ...tally, sum: '1'.repeat(64) },
      { ...tally, count: 7 },
      { ...tally, mac: 'x' },
    ]) {
      const later = tallyHeads(SEAL, bucket, lie, [change]);
      expect(later.version).toBe(tally.version + 1);
      expect(faultIn(heads, bucket, later)).toBe('tallyTampered');
    }
    // Of a chain that was cut and goes on, the tally knows another end.
    const later = tallyHeads(SEAL, bucket, tally, [{ ...change, after: { sequence: 2, mac: 'new' } }]);
    expect(faultIn(new Map([...cut, [umid!, { sequence: 2, mac: 'new' }]]), bucket, later)).toBe(
      'headsDiffer',
    );
  });

  test('goes on under the secret that it began with, while a newer one is first', () => {
    const { bucket, heads, tally } = bucketOfChains([2, 2]);
    const [umid] = heads.keys();
    const macs = under('second', 'first');
    expect(faultIn(heads, bucket, tally, { ...SEAL, macs })).toBe(null);
    const change = { umid: umid!, before: headAt(2), after: headAt(3) };
    const later = tallyHeads({ ...SEAL, macs }, bucket, tally, [change]);
    expect(faultIn(new Map([...heads, [umid!, headAt(3)]]), bucket, later, { ...SEAL, macs })).toBe(null);
    expect(faultIn(new Map(), 'def', tallyHeads({ ...SEAL, macs }, 'def', null, []), { ...SEAL, macs })).toBe(
      null,
    );
  });

  test('buckets lie in the order of their umids', () => {
    expect(['000', '00a', 'a00', 'fff'].map(placeOfBucket)).toEqual([0, 10, 2560, BUCKETS - 1]);
    expect([0, 10, 2560, BUCKETS - 1].map(bucketAt)).toEqual(['000', '00a', 'a00', 'fff']);
  });
});

/** What happens in a history: somebody visits, the newest merge is undone, somebody is erased or expires. */
type Happening =
  | {
      readonly device: string;
      readonly identifiers: Record<string, string>;
      readonly permissions: Record<string, boolean>;
    }
  | { readonly undone: number }
  | { readonly removed: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    arbitrary: fc.record({
      device: fc.constantFrom('a1', 'a1f', 'b1', 'c1'),
      identifiers: fc.dictionary(fc.constantFrom('customerId', 'email', 'card'), fc.constantFrom('1', '2'), {
        maxKeys: 2,
      }),
      permissions: fc.dictionary(fc.constantFrom('P', 'Q'), fc.boolean(), { maxKeys: 2 }),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ undone: fc.nat() }), weight: 1 },
  { arbitrary: fc.record({ removed: fc.nat() }), weight: 1 },
);

const headsIn = ({ profiles }: World): Heads =>
  new Map([...profiles.values()].flatMap((one) => (headOf(one) === null ? [] : [[one.umid, headOf(one)!]])));

const pick = <T>(all: readonly T[], number: number): T | undefined => all[number % Math.max(1, all.length)];

/** What the heads change by. */
const happen = (world: World, one: Happening): Commit['heads'] => {
  const stored = [...world.profiles.values()];
  if ('device' in one) {
    const { device, identifiers, permissions } = one;
    return visit(world, { device, identifiers, consent: { permissions } }).commit.heads;
  }
  if ('undone' in one) {
    const umid = pick(stored, one.undone)?.umid;
    return umid !== undefined && find(world, umid).kind === 'undoable' ? undo(world, umid).commit.heads : [];
  }
  const living = pick(
    stored.filter(({ kind }) => kind === 'profile'),
    one.removed,
  );
  return living === undefined ? [] : removeFrom(world, living.umid);
};

/** As an erasure does it: what the person had absorbed goes along, and the devices and identifiers. */
const removeFrom = (world: World, umid: Umid): Commit['heads'] => {
  const living = world.profiles.get(umid);
  if (living?.kind !== 'profile') return [];
  const gone = new Set([umid, ...living.absorbed]);
  for (const one of gone) world.profiles.delete(one);
  for (const [key, owner] of world.index) if (gone.has(owner)) world.index.delete(key);
  for (const [key, device] of world.devices) {
    if (gone.has(device.umid) || (device.trail ?? []).some((stop) => gone.has(stop.umid)))
      world.devices.delete(key);
  }
  const kept = world.consent.filter((entry) => !gone.has(entry.umid as Umid));
  world.consent.splice(0, world.consent.length, ...kept);
  return living.consentHead === null ? [] : [{ umid, before: living.consentHead, after: null }];
};

describe('the tallies of a history', () => {
  test('agree with what is stored after every step of it, merges, unmerges and removals included', () => {
    const property = fc.property(fc.array(happening, { minLength: 5, maxLength: 40 }), (history) => {
      const [world, tallies] = [emptyWorld(), new Map<Bucket, HeadTally>()];
      const before: { heads: Heads; tallies: ReadonlyMap<Bucket, HeadTally> }[] = [];
      for (const one of history) {
        before.push({ heads: headsIn(world), tallies: new Map(tallies) });
        tallyAll(tallies, happen(world, one));
        const heads = headsIn(world);
        const buckets = new Set([...tallies.keys(), ...[...heads.keys()].map(bucketOf)]);
        expect([...buckets].map((bucket) => faultIn(heads, bucket, tallies.get(bucket) ?? null))).toEqual(
          [...buckets].map(() => null),
        );
      }
      for (const { heads, tallies: then } of before)
        mustDiffer({ heads, then }, { heads: headsIn(world), tallies });
    });
    fc.assert(property, { numRuns: runs(60) });
  });
});

/** Whatever a profile was before, put back alone it is found; so is a tally that is put back alone. */
const mustDiffer = (
  { heads: earlier, then }: { readonly heads: Heads; readonly then: ReadonlyMap<Bucket, HeadTally> },
  { heads, tallies }: { readonly heads: Heads; readonly tallies: ReadonlyMap<Bucket, HeadTally> },
): void => {
  for (const [umid, head] of earlier) {
    const now = heads.get(umid);
    if (now?.sequence === head.sequence && now.mac === head.mac) continue;
    const bucket = bucketOf(umid);
    expect(faultIn(new Map([...heads, [umid, head]]), bucket, tallies.get(bucket) ?? null)).toBe(
      'headsDiffer',
    );
  }
  for (const [bucket, tally] of then) {
    const same = tallies.get(bucket)!.sum === tally.sum;
    expect(faultIn(heads, bucket, tally)).toBe(same ? null : 'headsDiffer');
  }
};
