import { describe, expect, test } from 'vitest';
import { bucketOf, TALLIED } from '@kith/domain/consent';
import type { Profile, Umdid, Umid } from '@kith/domain/identity';
import type { HeadVerdicts } from '@kith/ports';
import { aBeginning, aCommit, manyOf, replacing } from '@kith/testing';
import { createRandom, printedSeed } from '@kith/testing/random';
import { chainSecret, consentingPeople, type ConsentingPeople, type TamperedStore } from './consent-stage.ts';

const CUSTOMER = [{ name: 'customerId', value: '1' }];
const BUCKET = 'abc';

/** All buckets of the account, in pages of so many profiles. */
const verdictsOf = async (
  { consent, scope }: Pick<ConsentingPeople, 'consent' | 'scope'>,
  limit = 100,
): Promise<readonly HeadVerdicts[]> => {
  const pages: HeadVerdicts[] = [];
  for (let after = null; ;) {
    const page: HeadVerdicts = await consent.verifyHeads(scope, { after, limit });
    pages.push(page);
    if (page.next === null) return pages;
    after = page.next as never;
  }
};

const brokenIn = async (people: Pick<ConsentingPeople, 'consent' | 'scope'>) =>
  (await verdictsOf(people)).flatMap(({ broken }) => broken);

const livingAt = async ({ store, scope }: ConsentingPeople, umid: Umid): Promise<Profile> => {
  const stored = await store.profiles.stored(scope, umid);
  if (stored?.kind !== 'profile') throw new Error(`nobody lives at ${umid}`);
  return stored;
};

/** As whoever can write the database does it: the profile as it was, and the entries that it had then. */
const putBack = async (people: ConsentingPeople, before: Profile): Promise<void> => {
  const { umid, consentHead } = before;
  const { version } = await livingAt(people, umid);
  await people.store.profiles.commit(people.scope, aCommit({ profiles: [replacing(before, version)] }));
  const kept = (await people.chainOf(umid)).slice(0, consentHead?.sequence ?? 0);
  await people.store.rewrite(people.scope.account, umid, new Map(kept.map((one) => [one.sequence, one])));
};

const removeWhole = async (people: ConsentingPeople, umid: Umid): Promise<void> => {
  const { privacy } = people.store.itself();
  await privacy.begin(people.scope, aBeginning(await livingAt(people, umid), { suppressions: [] }));
  await people.store.rewrite(people.scope.account, umid, new Map());
};

const verdictOn = async ({ consent, scope }: ConsentingPeople, umid: Umid): Promise<string> =>
  (await consent.verify(scope, { person: { name: 'umid', value: umid } })).kind;

/** A customer who took in a visitor and came apart from it again, somebody who was erased, and one who expired. */
const livelyAccount = async (people: ConsentingPeople) => {
  const [phone, laptop, gone, idle] = manyOf(4, () => people.newDevice());
  const visitor = await people.visit(phone!, { permissions: { P: true } });
  const customer = await people.visit(laptop!, { identifiers: CUSTOMER, permissions: { Q: true } });
  await people.visit(phone!, { identifiers: CUSTOMER });
  await people.unmerge(visitor);
  await people.visit(phone!, { permissions: { P: false, Q: true } });
  await people.erase(await people.visit(gone!, { permissions: { P: true } }));
  await people.visit(idle!, { permissions: { P: false } });
  await people.expire();
  return { visitor, customer, phone: phone!, laptop: laptop! };
};

/** What the tallies of heads say on a real store. */
export const defineHeadTallies = (opened: () => TamperedStore): void => {
  describe('the tallies of consent heads', () => {
    test('hold over merges, unmerges, an erasure and an expiry, and count who has a chain', async () => {
      const people = consentingPeople(opened());
      await livelyAccount(people);
      const pages = await verdictsOf(people, 1);
      expect(pages.flatMap(({ broken }) => broken)).toEqual([]);
      expect(pages.reduce((sum, { heads }) => sum + heads, 0)).toBe(2);
      const { visitor, customer } = await livelyAccount(consentingPeople(opened()));
      expect(visitor).not.toBe(customer);
    });

    test('find a chain that was cut where the profile was put back, where nothing in the chain itself tells', async () => {
      const people = consentingPeople(opened());
      const { customer, laptop } = await livelyAccount(people);
      const before = await livingAt(people, customer);
      await people.visit(laptop, { permissions: { Q: false } });
      expect(await brokenIn(people)).toEqual([]);
      await putBack(people, before);
      expect(await verdictOn(people, customer)).toBe('bucketBroken');
      const [found, ...others] = await brokenIn(people);
      expect(found).toMatchObject({ bucket: bucketOf(customer), fault: 'headsDiffer' });
      expect(others).toEqual([]);
      // What is told later does not heal it.
      await people.visit(laptop, { permissions: { P: true } });
      expect(await brokenIn(people)).toMatchObject([{ bucket: bucketOf(customer), fault: 'headsDiffer' }]);
    });

    test('find a person who was removed with the whole chain', async () => {
      const people = consentingPeople(opened());
      const { visitor } = await livelyAccount(people);
      await removeWhole(people, visitor);
      const [found] = await brokenIn(people);
      expect(found).toMatchObject({ bucket: bucketOf(visitor), fault: 'headsDiffer' });
      expect(found!.tallied - found!.heads).toBe(1);
    });

    test('find chains that changed places within a bucket', async () => {
      const people = consentingPeople(opened());
      const devices = manyOf(2, () => people.newDevice(BUCKET));
      const umids = [];
      for (const device of devices) umids.push(await people.visit(device, { permissions: { P: true } }));
      const [one, other] = await Promise.all(umids.map((umid) => livingAt(people, umid)));
      const swapped = [
        { ...one!, consentHead: other!.consentHead },
        { ...other!, consentHead: one!.consentHead },
      ];
      const profiles = swapped.map((profile) => replacing(profile, profile.version));
      await people.store.profiles.commit(people.scope, aCommit({ profiles }));
      expect(await brokenIn(people)).toEqual([
        { bucket: BUCKET, fault: 'headsDiffer', heads: 2, tallied: 2 },
      ]);
    });

    test('are under the secret of the account: none that was changed holds, and an older one holds no more', async () => {
      const people = consentingPeople(opened());
      const device = people.newDevice(BUCKET);
      await people.visit(device, { permissions: { P: true } });
      const [before] = await people.store.consentHistory.tallies(people.scope, [BUCKET]);
      await people.visit(device, { permissions: { P: false } });
      const put = async (change: object): Promise<void> => {
        const [present] = await people.store.consentHistory.tallies(people.scope, [BUCKET]);
        const value = { ...present!, ...change };
        await people.store.profiles.commit(
          people.scope,
          aCommit({ tallies: [{ value, expected: present!.version }] }),
        );
      };
      await put({ count: 2 });
      expect(await brokenIn(people)).toMatchObject([{ bucket: BUCKET, fault: 'tallyTampered' }]);
      await people.visit(device, { permissions: { P: true } });
      expect(await brokenIn(people)).toMatchObject([{ bucket: BUCKET, fault: 'tallyTampered' }]);
      await put({ ...before! });
      expect(await brokenIn(people)).toMatchObject([{ bucket: BUCKET, fault: 'headsDiffer' }]);
    });

    test('hold while a new secret is first, and not without the old one', async () => {
      const people = consentingPeople(opened());
      await livelyAccount(people);
      const { scope, consentWith } = people;
      expect(await brokenIn({ scope, consent: consentWith(['a new secret', chainSecret]) })).toEqual([]);
      const without = await brokenIn({ scope, consent: consentWith(['a new secret']) });
      expect(new Set(without.map(({ fault }) => fault))).toEqual(new Set(['tallyTampered']));
    });

    test('hold where several resolvers write in one bucket at once, and whenever somebody looks meanwhile', async () => {
      const people = consentingPeople(opened(), { resolvers: 3 });
      const devices: readonly Umdid[] = manyOf(9, () => people.newDevice(BUCKET));
      const looking = { isOver: false };
      const writing = (async () => {
        for (let round = 0; round < 5; round += 1) {
          await Promise.all(
            devices.map((device) => people.visit(device, { permissions: { P: round % 2 === 0 } })),
          );
        }
      })().finally(() => (looking.isOver = true));
      const seen = [];
      while (!looking.isOver) seen.push(...(await brokenIn(people)));
      await writing;
      expect(seen).toEqual([]);
      const [verdicts] = (await verdictsOf(people)).filter(({ heads }) => heads > 0);
      expect(verdicts).toMatchObject({ heads: 9, broken: [] });
      expect(verdicts!.tallies[0]!.version).toBeLessThanOrEqual(45);
    });

    test('are written once for all commits of a group', async () => {
      const people = consentingPeople(opened());
      const versionNow = async () =>
        (await people.store.consentHistory.tallies(people.scope, [BUCKET]))[0]!.version;
      const devices: readonly Umdid[] = manyOf(9, () => people.newDevice(BUCKET));
      await people.visit(devices[0]!, { permissions: { P: true } });
      const before = await versionNow();
      await Promise.all(devices.map((device) => people.visit(device, { permissions: { P: false } })));
      // The first of them may be a group of its own; those that arrive meanwhile are the next one.
      expect((await versionNow()) - before).toBeLessThanOrEqual(2);
      expect(await brokenIn(people)).toEqual([]);
    });

    test('hold after a random history of several resolvers', async () => {
      const people = consentingPeople(opened(), { resolvers: 3 });
      const draw = createRandom(printedSeed('the tallies of a random history'));
      const below = (most: number): number => draw(most) - 1;
      const devices: readonly Umdid[] = manyOf(8, (index) =>
        people.newDevice(index % 2 === 0 ? BUCKET : 'abd'),
      );
      const visit = () => {
        const customer = below(4);
        const identifiers = customer === 0 ? [] : [{ name: 'customerId', value: String(customer) }];
        const permissions: Record<string, boolean> = below(3) === 0 ? {} : { P: below(2) === 0 };
        return people.visit(devices[below(devices.length)]!, { identifiers, permissions });
      };
      const umids = new Set<Umid>();
      for (let round = 0; round < 12; round += 1) {
        for (const umid of await Promise.all(manyOf(6, visit))) umids.add(umid);
        const one = [...umids][below(umids.size)]!;
        await people.unmerge(one).catch(() => undefined);
        if (round % 4 === 3) await people.erase(one).catch(() => undefined);
      }
      await people.expire();
      expect(await brokenIn(people)).toEqual([]);
      expect((await verdictsOf(people)).some(({ heads }) => heads > 0)).toBe(true);
    });

    test('are made once of what a version without them has stored, also where that was cut off', async () => {
      const people = consentingPeople(opened(), { untallied: true });
      const umids: Umid[] = [];
      for (let made = 0; made < 5; made += 1) {
        umids.push(await people.visit(people.newDevice(), { permissions: { P: true } }));
      }
      const { consentHistory } = people.store;
      const buckets = umids.map(bucketOf);
      expect(await consentHistory.tallies(people.scope, [TALLIED, ...buckets])).toEqual([]);
      expect(await brokenIn(people)).toEqual([]);
      expect(await consentHistory.tallies(people.scope, [TALLIED, ...buckets])).toHaveLength(6);
      await removeWhole(people, umids[0]!);
      const again = people.consentWith([chainSecret]);
      expect(await brokenIn({ scope: people.scope, consent: again })).toMatchObject([{ bucket: buckets[0] }]);
    });
  });
};
