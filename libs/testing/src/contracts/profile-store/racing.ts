import { describe, expect, test } from 'vitest';
import type { Commit, Profile } from '@kith/domain/identity';
import type { ProfileStore, Scope } from '@kith/ports';
import { manyOf, randomAccount } from '../../builders/ids.ts';
import { aCommit, anIdentifier, aProfile, fresh, newIdentifier, replacing } from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const RACERS = 64;

/** Commits that race end as if one had come after the other. */
export const describeRacing = (fixture: () => DurableFixture<ProfileStore>): void => {
  test('of two racing commits that each write what the other relies on one is committed', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    for (const [a, b] of manyOf(16, () => [aProfile(), aProfile()] as const)) {
      await store.commit(scope, aCommit({ profiles: [fresh(a), fresh(b)] }));
      const outcomes = await Promise.all([
        store.commit(scope, relying(a, b)),
        store.commit(scope, relying(b, a)),
      ]);
      expect(outcomes.toSorted()).toEqual(['committed', 'conflict']);
    }
  });

  describe('of 64 racing commits', () => {
    test('with the same precondition exactly one is committed', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const profile = aProfile();
      await store.commit(scope, aCommit({ profiles: [fresh(profile)] }));
      const winner = await theOneCommitted(store, scope, (index) =>
        aCommit({ profiles: [replacing({ ...profile, version: 2, source: `racer ${index}` }, 1)] }),
      );
      expect(await store.stored(scope, profile.umid)).toMatchObject({ source: `racer ${winner}` });
    });

    test('that create the same identifier exactly one is committed', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [identifier, profiles] = [anIdentifier(), manyOf(RACERS, () => aProfile())];
      const winner = await theOneCommitted(store, scope, (index) => {
        const profile = profiles[index]!;
        const identifiers = [newIdentifier(identifier, profile.umid)];
        return aCommit({ profiles: [fresh(profile)], identifiers });
      });
      const { owners } = await store.load(scope, { identifiers: [identifier] });
      expect(owners.map(({ profile }) => profile)).toEqual([profiles[winner]]);
      const { profiles: left } = await store.load(scope, { umids: profiles.map(({ umid }) => umid) });
      expect(left).toHaveLength(1);
    });

    test('that have nothing in common all are committed', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const outcomes = await race(store, scope, () => aCommit({ profiles: [fresh(aProfile())] }));
      expect(outcomes).toEqual(manyOf(RACERS, () => 'committed'));
    });
  });
};

/** Writes one profile, and takes for granted that the other stays as it is. */
const relying = (written: Profile, read: Profile): Commit =>
  aCommit({
    profiles: [replacing({ ...written, version: 2 }, 1)],
    guards: [{ kind: 'profile', umid: read.umid, version: 1 }],
  });

const race = (store: ProfileStore, scope: Scope, commitOf: (index: number) => Commit) =>
  Promise.all(manyOf(RACERS, (index) => store.commit(scope, commitOf(index))));

const theOneCommitted = async (
  store: ProfileStore,
  scope: Scope,
  commitOf: (index: number) => Commit,
): Promise<number> => {
  const outcomes = await race(store, scope, commitOf);
  expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(RACERS - 1);
  return outcomes.indexOf('committed');
};
