import { beforeAll, describe, expect, test } from 'vitest';
import type { Acknowledgement, ConsentEntry } from '@kith/domain/consent';
import type { Umid } from '@kith/domain/identity';
import { aCommit, replacing } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { chainSecret, consentingPeople, type ConsentingPeople, type TamperedStore } from './consent-stage.ts';
import { defineHeadTallies } from './define-head-tallies.ts';
import { defineRemovals } from './define-removals.ts';

type Chain = ReadonlyMap<number, ConsentEntry | string>;

const numbered = (entries: readonly ConsentEntry[]): Chain =>
  new Map(entries.map((entry, index) => [index + 1, entry]));

const without = (entries: readonly ConsentEntry[], sequence: number): Chain =>
  new Map(entries.filter((entry) => entry.sequence !== sequence).map((entry) => [entry.sequence, entry]));

const changed = (entry: ConsentEntry): ConsentEntry => ({ ...entry, at: entry.at + 1 });

const CUSTOMER = [{ name: 'customerId', value: '1' }];

/** A customer that has absorbed a visitor; both have told things, and the customer went on. */
const company = async (store: TamperedStore) => {
  const people = consentingPeople(store);
  const [phone, laptop] = [people.newDevice(), people.newDevice()];
  const loser = await people.visit(phone, { permissions: { P: true, Q: false }, acknowledges: 'N' });
  await people.visit(phone, { permissions: { P: false } });
  const survivor = await people.visit(laptop, { identifiers: CUSTOMER, permissions: { P: true } });
  await people.visit(laptop, { permissions: { Q: true }, acknowledges: 'M' });
  expect(await people.visit(phone, { identifiers: CUSTOMER })).toBe(survivor);
  await people.visit(phone, { permissions: { Q: false } });
  return { people, survivor, loser, phone };
};

type Company = Awaited<ReturnType<typeof company>>;

const verify = ({ people: { consent, scope } }: Company, umid: Umid) =>
  consent.verify(scope, { person: { name: 'umid', value: umid } });

const tamper = async (
  { people }: Company,
  umid: Umid,
  change: (entries: readonly ConsentEntry[]) => Chain,
): Promise<void> => people.store.rewrite(people.scope.account, umid, change(await people.chainOf(umid)));

const entriesOf = async (people: ConsentingPeople, umid: Umid): Promise<number> =>
  (await people.chainOf(umid)).length;

/** How a chain is tampered with, and which entry is found. */
const TAMPERINGS: readonly (readonly [
  string,
  (entries: readonly ConsentEntry[]) => Chain,
  number,
  string,
])[] = [
  ['changed', (chain) => numbered(chain.with(1, changed(chain[1]!))), 2, 'tampered'],
  ['changed at the end', (chain) => numbered(chain.with(-1, changed(chain.at(-1)!))), -1, 'tampered'],
  ['removed', (chain) => without(chain, 2), 2, 'missing'],
  ['removed at the beginning', (chain) => without(chain, 1), 1, 'missing'],
  ['removed at the end', (chain) => numbered(chain.slice(0, -1)), -1, 'missing'],
  ['removed, and those behind it moved up', (chain) => numbered(chain.toSpliced(1, 1)), 2, 'misplaced'],
  [
    'removed and the others numbered anew',
    (chain) => numbered(chain.toSpliced(1, 1).map((entry, index) => ({ ...entry, sequence: index + 1 }))),
    2,
    'tampered',
  ],
  [
    'exchanged for the next one',
    (chain) => numbered([chain[0]!, chain[2]!, chain[1]!, ...chain.slice(3)]),
    2,
    'misplaced',
  ],
  ['written twice', (chain) => numbered([...chain.slice(0, 2), ...chain.slice(1)]), 3, 'misplaced'],
  ['made unreadable', (chain) => new Map([...numbered(chain), [2, '{"umid":']]), 2, 'unreadable'],
];

/** What `verify` finds on a real store. */
export const defineTampering = (
  open: () => Promise<{ readonly store: TamperedStore; readonly close: () => Promise<void> }>,
): void => {
  describe('the consent history', () => {
    let opened: Awaited<ReturnType<typeof open>>;
    const endings = useEndings();
    beforeAll(async () => {
      opened = await open();
      endings.push(() => opened.close());
    });

    test('holds as it was written, over merges and what undid them', async () => {
      const made = await company(opened.store);
      const { people, survivor, loser, phone } = made;
      const before = (await entriesOf(people, survivor)) + (await entriesOf(people, loser));
      expect(await verify(made, survivor)).toEqual({ kind: 'intact', umid: survivor, entries: before });
      expect(await verify(made, loser)).toMatchObject({ kind: 'intact', umid: survivor });
      await people.unmerge(loser);
      await people.visit(phone, { permissions: { P: true } });
      expect(await verify(made, loser)).toMatchObject({ kind: 'intact', umid: loser });
      expect(await verify(made, survivor)).toMatchObject({ kind: 'intact', umid: survivor });
      await people.visit(phone, { identifiers: CUSTOMER, permissions: { P: false } });
      expect(await verify(made, loser)).toMatchObject({ kind: 'intact', umid: survivor });
    });

    test.each(TAMPERINGS)('with an entry %s is broken there', async (_how, change, sequence, fault) => {
      const made = await company(opened.store);
      const { people, survivor } = made;
      const length = await entriesOf(people, survivor);
      await tamper(made, survivor, change);
      const first = sequence === -1 ? length : sequence;
      expect(await verify(made, survivor)).toEqual({
        kind: 'broken',
        umid: survivor,
        sequence: first,
        fault,
      });
    });

    test.each(TAMPERINGS)(
      'with an entry of an absorbed profile %s is broken there',
      async (_how, change, sequence, fault) => {
        const made = await company(opened.store);
        const { people, survivor, loser } = made;
        const length = await entriesOf(people, loser);
        await tamper(made, loser, change);
        const first = sequence === -1 ? length : sequence;
        expect(await verify(made, survivor)).toEqual({ kind: 'broken', umid: loser, sequence: first, fault });
      },
    );

    test('with an entry behind the last one is broken there, on both sides of a merge', async () => {
      for (const side of ['survivor', 'loser'] as const) {
        const made = await company(opened.store);
        const length = await entriesOf(made.people, made[side]);
        await tamper(made, made[side], (chain) => numbered([...chain, chain.at(-1)!]));
        const beyond = { kind: 'broken', umid: made[side], sequence: length + 1, fault: 'beyondHead' };
        expect(await verify(made, made.survivor)).toEqual(beyond);
      }
    });

    test('does not hold for a profile that says something else', async () => {
      const made = await company(opened.store);
      const { people, survivor } = made;
      const { profiles } = people.store;
      const stored = await profiles.stored(people.scope, survivor);
      if (stored?.kind !== 'profile') throw new Error('the survivor lives');
      const granted = { granted: true, modifiedAt: Date.now(), identified: true };
      const forged = { ...stored, version: stored.version + 1, permissions: { P: granted } };
      await profiles.commit(people.scope, aCommit({ profiles: [replacing(forged, stored.version)] }));
      const sequence = stored.consentHead?.sequence;
      expect(await verify(made, survivor)).toEqual({
        kind: 'broken',
        umid: survivor,
        sequence,
        fault: 'profileDiffers',
      });
    });

    test('holds for a profile in which an earlier version picked the other one of the same date, and for no third', async () => {
      const made = await company(opened.store);
      const { people, survivor, phone } = made;
      const shown = { name: 'N', version: 2, uxvariant: null, permissions: ['P'], date: 5 };
      const other = { ...shown, permissions: ['P', 'Q'] };
      await people.visit(phone, { acknowledgements: [shown, other] });
      const { profiles } = opened.store;
      const faultWith = async (picked: Acknowledgement): Promise<unknown> => {
        const { profiles: loaded } = await profiles.load(people.scope, { umids: [survivor] });
        const stored = loaded[0]!.profile;
        const isShown = ({ name, version }: Acknowledgement): boolean => name === 'N' && version === 2;
        const acknowledged = stored.acknowledged.map((one) => (isShown(one) ? picked : one));
        const written = { ...stored, acknowledged, version: stored.version + 1 };
        await profiles.commit(people.scope, aCommit({ profiles: [replacing(written, stored.version)] }));
        const verdict = await verify(made, survivor);
        return verdict.kind === 'broken' ? verdict.fault : verdict.kind;
      };
      expect(await faultWith(other)).toBe('intact');
      expect(await faultWith({ ...shown, permissions: ['Q'] })).toBe('profileDiffers');
      expect(await faultWith({ ...other, date: 4 })).toBe('profileDiffers');
      expect(await faultWith(shown)).toBe('intact');
    });

    test('holds with every accepted secret, and with no other', async () => {
      const { people, survivor } = await company(opened.store);
      const person = { name: 'umid', value: survivor };
      const rotated = people.consentWith(['a new secret', chainSecret]);
      expect(await rotated.verify(people.scope, { person })).toMatchObject({ kind: 'intact' });
      const without = people.consentWith(['a new secret']);
      expect(await without.verify(people.scope, { person })).toMatchObject({ kind: 'broken', sequence: 1 });
    });

    test('of a whole account is checked in parts, and the broken ones are named', async () => {
      const made = await company(opened.store);
      const { people, survivor } = made;
      const umids: Umid[] = [survivor];
      while (umids.length < 7) {
        umids.push(await people.visit(people.newDevice(), { permissions: { P: true } }));
      }
      await tamper(made, umids[3]!, () => new Map());
      let after: Umid | null = null;
      const pages = [];
      do {
        const page: Awaited<ReturnType<typeof people.consent.verifyAll>> = await people.consent.verifyAll(
          people.scope,
          { after, limit: 3 },
        );
        pages.push(page);
        after = page.next;
      } while (after !== null);
      expect(pages.length).toBeGreaterThan(2);
      expect(pages.reduce((sum, { profiles }) => sum + profiles, 0)).toBe(7);
      expect(pages.flatMap(({ broken }) => broken)).toEqual([
        { kind: 'broken', umid: umids[3], sequence: 1, fault: 'missing' },
      ]);
    });

    test('is listed whole, page by page, what was absorbed included', async () => {
      const { people, survivor, loser } = await company(opened.store);
      const person = { name: 'customerId', value: ' 1 ' };
      const listed: string[] = [];
      let after = null;
      do {
        const page: Awaited<ReturnType<typeof people.consent.history>> = await people.consent.history(
          people.scope,
          { person, after, limit: 2 },
        );
        if (page.kind === 'unknown') throw new Error('the customer is known');
        listed.push(...page.entries.map(({ umid, sequence }) => `${umid} ${sequence}`));
        after = page.next;
      } while (after !== null);
      const expected = [];
      for (const umid of [survivor, loser]) {
        const chain = await people.chainOf(umid);
        expected.push(...chain.toReversed().map(({ sequence }) => `${umid} ${sequence}`));
      }
      expect(listed).toEqual(expected);
    });

    defineRemovals(() => opened.store);
    defineHeadTallies(() => opened.store);

    test('of nobody is unknown', async () => {
      const { people } = await company(opened.store);
      const nobody = { name: 'customerId', value: 'nobody has it' };
      expect(await people.consent.verify(people.scope, { person: nobody })).toEqual({ kind: 'unknown' });
      const page = { person: nobody, after: null, limit: 10 };
      expect(await people.consent.history(people.scope, page)).toEqual({ kind: 'unknown' });
      const strange = people.consent.verify(people.scope, { person: { name: 'strange', value: '1' } });
      await expect(strange).rejects.toMatchObject({ status: 400 });
    });
  });
};
