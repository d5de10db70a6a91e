import { describe, expect, test } from 'vitest';
import { Unavailable, type ProfileStore } from '@kith/ports';
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
import { PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

/** What a commit does when its preconditions hold. */
export const describeCommitting = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('commit', () => {
    test('replaces what has the expected version', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [profile, device] = [aProfile({ version: 1 }), aDevice({ bindingVersion: 1 })];
      await store.commit(scope, aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] }));
      const upgraded = { ...profile, version: 2, state: 'customer' as const };
      const rebound = { ...device, bindingVersion: 2, umid: profile.umid };
      const next = aCommit({ profiles: [replacing(upgraded, 1)], devices: [replacing(rebound, 1)] });
      expect(await store.commit(scope, next)).toBe('committed');
      expect(await store.load(scope, { umdid: device.umdid })).toMatchObject({
        device: rebound,
        current: upgraded,
      });
    });

    test('turns a profile into a redirect and moves its identifier', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [loser, winner, identifier] = [aProfile(), aProfile(), anIdentifier()];
      const identifiers = [newIdentifier(identifier, loser.umid)];
      await store.commit(scope, aCommit({ profiles: [fresh(loser), fresh(winner)], identifiers }));
      const redirect = aRedirect(loser.umid, winner.umid, { version: 2 });
      const merge = aCommit({
        profiles: [replacing(redirect, 1), replacing({ ...winner, version: 2 }, 1)],
        identifiers: [newIdentifier(identifier, winner.umid, loser.umid)],
      });
      expect(await store.commit(scope, merge)).toBe('committed');
      const { owners } = await store.load(scope, { identifiers: [identifier] });
      expect(owners).toEqual([
        { ...identifier, storedUmid: winner.umid, profile: { ...winner, version: 2 } },
      ]);
    });

    test('of nothing succeeds', async () => {
      expect(await fixture().adapter.commit(scopeOf(randomAccount()), aCommit({}))).toBe('committed');
    });

    test('rejects with Unavailable and changes nothing where the deadline has passed', async () => {
      const { store, account } = { store: fixture().adapter, account: randomAccount() };
      const late = scopeOf(account, PAST_DEADLINE);
      const profile = aProfile();
      const commit = aCommit({ profiles: [fresh(profile)] });
      await expect(store.commit(late, commit)).rejects.toThrow(Unavailable);
      expect(await store.stored(scopeOf(account), profile.umid)).toBeNull();
    });

    describeReleasing(fixture);
  });

  test('every look rejects with Unavailable where the deadline has passed', async () => {
    const { store, late } = { store: fixture().adapter, late: scopeOf(randomAccount(), PAST_DEADLINE) };
    await expect(store.load(late, {})).rejects.toThrow(Unavailable);
    await expect(store.stored(late, randomUmid())).rejects.toThrow(Unavailable);
    await expect(store.activities(late, [])).rejects.toThrow(Unavailable);
    await expect(store.links(late, randomUmid(), 1)).rejects.toThrow(Unavailable);
  });
};

const describeReleasing = (fixture: () => DurableFixture<ProfileStore>): void => {
  test('releases an identifier that belongs to one of the named umids, and leaves others', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const [mine, yours] = [aProfile(), aProfile()];
    const [released, left] = [anIdentifier(), anIdentifier()];
    const identifiers = [newIdentifier(released, mine.umid), newIdentifier(left, yours.umid)];
    await store.commit(scope, aCommit({ profiles: [fresh(mine), fresh(yours)], identifiers }));
    const from = [randomUmid(), mine.umid];
    const release = aCommit({
      released: [
        { ...released, from },
        { ...left, from },
        { ...anIdentifier(), from },
      ],
    });
    expect(await store.commit(scope, release)).toBe('committed');
    const { owners } = await store.load(scope, { identifiers: [released, left] });
    expect(owners.map(({ value }) => value)).toEqual([left.value]);
  });

  test('gives a released identifier to a new owner', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const [before, after, identifier] = [aProfile(), aProfile(), anIdentifier()];
    const identifiers = [newIdentifier(identifier, before.umid)];
    await store.commit(scope, aCommit({ profiles: [fresh(before), fresh(after)], identifiers }));
    await store.commit(scope, aCommit({ released: [{ ...identifier, from: [before.umid] }] }));
    const given = aCommit({ identifiers: [newIdentifier(identifier, after.umid)] });
    expect(await store.commit(scope, given)).toBe('committed');
    expect((await store.load(scope, { identifiers: [identifier] })).owners[0]?.profile).toEqual(after);
  });
};
