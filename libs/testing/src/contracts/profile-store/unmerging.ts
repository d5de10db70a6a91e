import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { ProfileStore } from '@kith/ports';
import { randomAccount, randomUmid } from '../../builders/ids.ts';
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

/** A survivor with an absorbed umid, and a device that was bound to the latter and has followed the merge. */
const mergedPair = async (store: ProfileStore) => {
  const scope = scopeOf(randomAccount());
  const [loser, before] = [aProfile({ version: 3 }), aProfile()];
  const survivor = { ...before, absorbed: [loser.umid] };
  const redirect = aRedirect(loser.umid, survivor.umid, { version: 2 });
  const device = aDevice({ umid: survivor.umid, trail: [{ umid: loser.umid, identifiedBy: 0 }] });
  await store.commit(
    scope,
    aCommit({ profiles: [fresh(survivor), fresh(redirect)], devices: [fresh(device)] }),
  );
  const apart = aCommit({
    profiles: [replacing({ ...before, version: 2 }, 1), replacing(loser, 2)],
  });
  return { scope, loser, survivor, device, apart };
};

/** What a store does when a merge is undone. */
export const describeUnmerging = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('an unmerge', () => {
    test('puts a living profile in the place of its redirect, once', async () => {
      const store = fixture().adapter;
      const { scope, loser, survivor, apart } = await mergedPair(store);
      expect(await store.commit(scope, apart)).toBe('committed');
      expect(await store.stored(scope, loser.umid)).toEqual(loser);
      const umids = [loser.umid, survivor.umid];
      const { profiles } = await store.load(scope, { umids });
      expect(profiles.map(({ profile }) => profile.umid)).toEqual(umids);
      expect(await store.commit(scope, apart)).toBe('conflict');
    });

    test('leads a device that had followed the merge back to what it was bound to', async () => {
      const store = fixture().adapter;
      const { scope, loser, survivor, device, apart } = await mergedPair(store);
      const identifier = anIdentifier();
      await store.commit(scope, aCommit({ identifiers: [newIdentifier(identifier, survivor.umid)] }));
      const wanted = { umdid: device.umdid, identifiers: [identifier] };
      expect((await store.load(scope, wanted)).current).toEqual(survivor);
      await store.commit(scope, apart);
      const loaded = await store.load(scope, wanted);
      expect(loaded).toMatchObject({ device, current: loser, profiles: [] });
      expect(loaded.owners.map(({ profile }) => profile.umid)).toEqual([survivor.umid]);
    });

    test('leads it on to where the restored profile was merged again', async () => {
      const store = fixture().adapter;
      const { scope, loser, device, apart } = await mergedPair(store);
      await store.commit(scope, apart);
      const other = aProfile({ absorbed: [loser.umid] });
      const again = aRedirect(loser.umid, other.umid, { version: 4 });
      await store.commit(scope, aCommit({ profiles: [fresh(other), replacing(again, 3)] }));
      expect((await store.load(scope, { umdid: device.umdid })).current).toEqual(other);
    });

    test('concerns no device that was bound to the survivor itself', async () => {
      const store = fixture().adapter;
      const { scope, survivor, apart } = await mergedPair(store);
      const own = aDevice({ umid: survivor.umid });
      const deeper = aDevice({ umid: survivor.umid, trail: [stopAt(survivor.umid)] });
      await store.commit(scope, aCommit({ devices: [fresh(own), fresh(deeper)] }));
      await store.commit(scope, apart);
      for (const { umdid } of [own, deeper]) {
        expect((await store.load(scope, { umdid })).current?.umid).toBe(survivor.umid);
      }
    });
  });

  test('a device whose trail leads nowhere has no profile', async () => {
    const [store, scope, profile] = [fixture().adapter, scopeOf(randomAccount()), aProfile()];
    const device = aDevice({ umid: profile.umid, trail: [stopAt(randomUmid())] });
    await store.commit(scope, aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] }));
    expect(await store.load(scope, { umdid: device.umdid })).toMatchObject({ device, current: null });
  });
};

const stopAt = (umid: Umid) => ({ umid, identifiedBy: 0 as const });
