import { describe, expect, test } from 'vitest';
import type { Profile, Umid } from '@kith/domain/identity';
import { Unavailable, type PersonSelection, type Scope } from '@kith/ports';
import { aCommit, aProfile, aRedirect, fresh, replacing } from '../../builders/identity.ts';
import { manyOf, randomAccount } from '../../builders/ids.ts';
import { aBeginning } from '../../builders/privacy.ts';
import { PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { PersonReaderAdapters } from './adapters.ts';

const ALL: PersonSelection = { by: 'created', order: 'newestFirst', limit: 100 };

const umidOf = (number: number): Umid =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as Umid;

/** Persons in an order, page by page. */
export const describeListing = (fixture: () => DurableFixture<PersonReaderAdapters>): void => {
  const store = (scope: Scope, profiles: readonly Profile[]) =>
    fixture().adapter.profiles.commit(scope, aCommit({ profiles: profiles.map(fresh) }));
  const persons = (scope: Scope, selection: Partial<PersonSelection> = {}) =>
    fixture().adapter.catalogue.persons(scope, { ...ALL, ...selection });
  const umids = async (scope: Scope, selection: Partial<PersonSelection> = {}) =>
    (await persons(scope, selection)).map(({ umid }) => umid);

  /** 1 to 6 created in that order by two pipelines, every third a customer, and changed in the other order. */
  const sixPersons = async (): Promise<{ readonly scope: Scope; readonly profiles: readonly Profile[] }> => {
    const scope = scopeOf(randomAccount());
    const profiles = manyOf(6, (index) =>
      aProfile({
        umid: umidOf(index + 1),
        createdAt: 1_000 * (index + 1),
        changedAt: 1_000 * (10 - index),
        source: index % 2 === 0 ? 'web' : 'server',
        state: (index + 1) % 3 === 0 ? 'customer' : 'visitor',
      }),
    );
    await store(scope, profiles);
    return { scope, profiles };
  };
  const numbered = (...numbers: readonly number[]): readonly Umid[] => numbers.map(umidOf);

  describe('persons', () => {
    test('come whole, by creation or by change, from either end', async () => {
      const { scope, profiles } = await sixPersons();
      expect(await persons(scope)).toEqual(profiles.toReversed());
      expect(await persons(scope, { order: 'oldestFirst' })).toEqual(profiles);
      expect(await persons(scope, { by: 'changed' })).toEqual(profiles);
      expect(await persons(scope, { by: 'changed', order: 'oldestFirst' })).toEqual(profiles.toReversed());
      expect(await umids(scope, { limit: 2 })).toEqual(numbered(6, 5));
      expect(await umids(scope, { limit: 0 })).toEqual([]);
    });

    test.each<[Partial<PersonSelection>, readonly number[]]>([
      [{ state: 'customer' }, [6, 3]],
      [{ source: 'web' }, [5, 3, 1]],
      [{ state: 'customer', source: 'web' }, [3]],
      [{ source: 'nowhere' }, []],
      [{ source: 's'.repeat(3_000) }, []],
      [{ source: '\u{1f600}\u0000'.repeat(300) }, []],
      [{ from: 3_000 }, [6, 5, 4, 3]],
      [{ to: 3_000 }, [2, 1]],
      [{ from: 2_000, to: 5_000 }, [4, 3, 2]],
      [{ from: 2_000, to: 5_000, order: 'oldestFirst', state: 'visitor' }, [2, 4]],
      [{ from: 5_000, to: 2_000 }, []],
      [{ from: 3_000, to: 3_000 }, []],
      [{ from: -5, to: -1 }, []],
      [{ by: 'changed', from: 7_000, to: 9_000 }, [3, 4]],
      [{ by: 'changed', order: 'oldestFirst', source: 'server' }, [6, 4, 2]],
    ])('of the selection %j are those', async (selection, numbers) => {
      const { scope } = await sixPersons();
      expect(await umids(scope, selection)).toEqual(numbered(...numbers));
    });

    test.each<Partial<PersonSelection>>([
      { after: { at: 4_000, umid: umidOf(4) } },
      { after: { at: 4_000, umid: umidOf(4) }, order: 'oldestFirst' },
      { after: { at: 4_000, umid: umidOf(4) }, from: 2_000, to: 6_000 },
      { after: { at: 4_000, umid: umidOf(4) }, from: 2_000, to: 6_000, order: 'oldestFirst' },
      { after: { at: 9_000, umid: umidOf(9) }, to: 4_000 },
      { after: { at: 0, umid: umidOf(9) }, from: 4_000, order: 'oldestFirst' },
    ])('behind a place begin with the next: %j', async (selection) => {
      const { scope } = await sixPersons();
      const all = await persons(scope, { ...selection, after: undefined });
      const { at, umid } = selection.after!;
      const isBehind = ({ createdAt, umid: own }: Profile): boolean =>
        selection.order === 'oldestFirst'
          ? createdAt > at || (createdAt === at && own > umid)
          : createdAt < at || (createdAt === at && own < umid);
      expect(await persons(scope, selection)).toEqual(all.filter(isBehind));
    });

    test.each(['newestFirst', 'oldestFirst'] as const)(
      'of one moment are walked %s page after page, each once, while others arrive',
      async (order) => {
        const scope = scopeOf(randomAccount());
        const there = manyOf(7, (index) => aProfile({ umid: umidOf(2 * index), createdAt: 5_000 }));
        await store(scope, there);
        const walked: Profile[] = [];
        for (let page = 0; page < 9; page += 1) {
          const last = walked.at(-1);
          const after = last === undefined ? {} : { after: { at: last.createdAt, umid: last.umid } };
          walked.push(...(await persons(scope, { order, limit: 2, ...after })));
          await store(scope, [aProfile({ umid: umidOf(100 + page), createdAt: 4_999 + (page % 3) })]);
        }
        expect(new Set(walked.map(({ umid }) => umid)).size).toBe(walked.length);
        const known = new Set(there.map(({ umid }) => umid));
        expect(walked.filter(({ umid }) => known.has(umid))).toHaveLength(7);
      },
    );

    test('that change stand once, where they belong by then', async () => {
      const { scope, profiles } = await sixPersons();
      const upgraded: Profile = { ...profiles[0]!, state: 'customer', changedAt: 90_000, version: 2 };
      await fixture().adapter.profiles.commit(scope, aCommit({ profiles: [replacing(upgraded, 1)] }));
      expect(await umids(scope)).toEqual(numbered(6, 5, 4, 3, 2, 1));
      expect(await umids(scope, { by: 'changed' })).toEqual(numbered(1, 2, 3, 4, 5, 6));
      expect(await umids(scope, { state: 'customer' })).toEqual(numbered(6, 3, 1));
      expect(await umids(scope, { state: 'visitor' })).toEqual(numbered(5, 4, 2));
    });

    test('that were merged or erased are not among them', async () => {
      const { scope, profiles } = await sixPersons();
      const redirect = aRedirect(umidOf(2), umidOf(1), { version: 2 });
      await fixture().adapter.profiles.commit(scope, aCommit({ profiles: [replacing(redirect, 1)] }));
      await fixture().adapter.privacy.begin(scope, aBeginning(profiles[2]!));
      expect(await umids(scope)).toEqual(numbered(6, 5, 4, 1));
      expect(await umids(scope, { by: 'changed' })).toEqual(numbered(1, 4, 5, 6));
    });

    test('of other accounts are not seen, whatever those are called', async () => {
      const { scope } = await sixPersons();
      const other = aProfile();
      await store(scopeOf(`${scope.account}:x`), [other]);
      expect(await persons(scope)).toHaveLength(6);
      expect(await persons(scopeOf(`${scope.account}:x`))).toEqual([other]);
      expect(await persons(scopeOf(randomAccount()))).toEqual([]);
    });

    test('are listed after the store was opened again', async () => {
      const { scope, profiles } = await sixPersons();
      const { catalogue } = await fixture().reopen();
      expect(await catalogue.persons(scope, ALL)).toEqual(profiles.toReversed());
    });

    test('are refused with Unavailable once the deadline has passed', async () => {
      await expect(persons(scopeOf(randomAccount(), PAST_DEADLINE))).rejects.toThrow(Unavailable);
    });
  });
};
