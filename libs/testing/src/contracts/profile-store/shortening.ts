import { describe, expect, test } from 'vitest';
import type { Profile, StoredProfile, Umid } from '@kith/domain/identity';
import type { ProfileStore, Scope } from '@kith/ports';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import {
  aCommit,
  aDevice,
  anIdentifier,
  aProfile,
  aRedirect,
  fresh,
  newIdentifier,
  replacing,
} from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

/** So many merges, each of the last one's survivor. */
const MERGES = 1_000;

/** A profile and the chain of redirects that leads to it, the longest way first. */
export const chainOf = (merges: number): { readonly living: Profile; readonly absorbed: readonly Umid[] } => {
  const absorbed = manyOf(merges, randomUmid);
  return { living: aProfile({ absorbed }), absorbed };
};

/** What the merges of a chain left. */
export const chainCommit = ({ living, absorbed }: ReturnType<typeof chainOf>) =>
  aCommit({
    profiles: [living, ...absorbed.map((umid, at) => aRedirect(umid, absorbed[at + 1] ?? living.umid))].map(
      (stored: StoredProfile) => fresh(stored),
    ),
  });

const leadsTo = async (store: ProfileStore, scope: Scope, umid: Umid): Promise<Umid | undefined> =>
  (await store.load(scope, { umids: [umid] })).profiles[0]?.profile.umid;

/** Redirects are shortened by whoever has walked them; that never leads to another profile than the long way. */
export const describeShortening = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('a chain of 1,000 redirects', () => {
    test('leads to the living profile, the first time and from then on', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const chain = chainOf(MERGES);
      const device = aDevice({ umid: chain.absorbed[0]! });
      const identifier = anIdentifier();
      await store.commit(scope, chainCommit(chain));
      await store.commit(
        scope,
        aCommit({
          devices: [fresh(device)],
          identifiers: [newIdentifier(identifier, chain.absorbed[1]!)],
          shared: [{ ...identifier, umid: chain.absorbed[2]!, lastSeen: 1 }],
        }),
      );
      const wanted = { umdid: device.umdid, identifiers: [identifier], shared: [identifier] };
      const first = await store.load(scope, wanted);
      expect(first.current).toEqual(chain.living);
      expect(first.owners).toEqual([{ ...identifier, storedUmid: chain.absorbed[1], profile: chain.living }]);
      expect(first.holders).toEqual([{ ...identifier, umids: [chain.living.umid] }]);
      expect(await store.load(scope, wanted)).toEqual(first);
      expect(await store.stored(scope, chain.absorbed[0]!)).toMatchObject({ to: chain.absorbed[1] });
    });
  });

  describe('after somebody has followed redirects', () => {
    test('a merge of the profile that they led to is followed as well', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const chain = chainOf(3);
      await store.commit(scope, chainCommit(chain));
      await leadsTo(store, scope, chain.absorbed[0]!);
      const survivor = aProfile({ absorbed: [chain.living.umid, ...chain.absorbed] });
      const redirect = aRedirect(chain.living.umid, survivor.umid, { version: 2 });
      await store.commit(scope, aCommit({ profiles: [fresh(survivor), replacing(redirect, 1)] }));
      for (const umid of chain.absorbed) expect(await leadsTo(store, scope, umid)).toBe(survivor.umid);
    });

    test('an unmerge in the middle takes along what had come with it, and nothing else', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const chain = chainOf(4);
      const [first, second, third, fourth] = chain.absorbed;
      await store.commit(scope, chainCommit(chain));
      for (const umid of chain.absorbed) await leadsTo(store, scope, umid);
      const restored = aProfile({ umid: third!, absorbed: [first!, second!], version: 2 });
      const survivor = { ...chain.living, absorbed: [fourth!], version: 2 };
      const redirected = aRedirect(fourth!, survivor.umid, { version: 2 });
      const puts = [replacing(restored, 1), replacing(survivor, 1), replacing(redirected, 1)];
      await store.commit(scope, aCommit({ profiles: puts }));
      for (const again of [1, 2]) {
        const ends = await Promise.all(chain.absorbed.map((umid) => leadsTo(store, scope, umid)));
        expect([again, ...ends]).toEqual([again, third, third, third, survivor.umid]);
      }
    });
  });
};
