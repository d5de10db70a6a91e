import { describe, expect, test } from 'vitest';
import { MAX_HOLDINGS, NO_KEYS, type IdentityRows } from '@kith/domain/resolution';
import { Unavailable, type ProfileStore } from '@kith/ports';
import { manyOf, randomAccount, randomUmdid, randomUmid } from '../../builders/ids.ts';
import {
  aCommit,
  aDevice,
  anIdentifier,
  aProfile,
  aRedirect,
  fresh,
  newIdentifier,
} from '../../builders/identity.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const NO_ROWS: IdentityRows = { profiles: [], devices: [], owners: [], holdings: [], suppressions: [] };

/** What is stored under full keys. */
export const describeLooking = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('a look', () => {
    test('shows what each of several accounts has under its keys, in their order', async () => {
      const [store, accounts] = [fixture().adapter, manyOf(3, randomAccount)];
      const [profile, device, identifier] = [aProfile(), aDevice(), anIdentifier()];
      for (const account of accounts) {
        const own = fresh({ ...profile, source: account });
        const identifiers = [newIdentifier(identifier, profile.umid)];
        await store.commit(
          scopeOf(account),
          aCommit({ profiles: [own], devices: [fresh(device)], identifiers }),
        );
      }
      const keys = {
        ...NO_KEYS,
        umids: [profile.umid],
        umdids: [device.umdid],
        identifiers: [identifier],
      };
      const asked = [...accounts, randomAccount()].map((account) => ({ account, keys }));
      const rows = await store.look(ampleDeadline(), asked.toReversed());
      expect(rows).toEqual([
        NO_ROWS,
        ...accounts.toReversed().map((source) => ({
          ...NO_ROWS,
          profiles: [{ ...profile, source }],
          devices: [device],
          owners: [{ ...identifier, umid: profile.umid }],
        })),
      ]);
    });

    test('shows nothing under keys where nothing is stored, and nothing that was not asked for', async () => {
      const [store, account, profile] = [fixture().adapter, randomAccount(), aProfile()];
      const device = aDevice({ umid: profile.umid });
      await store.commit(scopeOf(account), aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] }));
      const absent = {
        umids: [randomUmid()],
        umdids: [randomUmdid()],
        identifiers: [anIdentifier(), { name: 'profileId', value: profile.profileId }],
        shared: [anIdentifier()],
        suppressions: [randomUmid()],
      };
      expect(await store.look(ampleDeadline(), [{ account, keys: absent }])).toEqual([NO_ROWS]);
      // The device leads to a profile: nobody asked where.
      const keys = { ...NO_KEYS, umdids: [device.umdid] };
      expect(await store.look(ampleDeadline(), [{ account, keys }])).toEqual([
        { ...NO_ROWS, devices: [device] },
      ]);
      expect(await store.look(ampleDeadline(), [{ account, keys: NO_KEYS }])).toEqual([NO_ROWS]);
      expect(await store.look(ampleDeadline(), [])).toEqual([]);
    });

    test('shows a redirect without its journal and does not follow it, and the shortcut that was left', async () => {
      const [store, scope] = [fixture().adapter, scopeOf(randomAccount())];
      const [loser, survivor] = [aProfile(), aProfile()];
      const journal = { loser, survivorBefore: survivor, mergedAt: 5, permissions: {}, displaced: [] };
      const redirect = aRedirect(loser.umid, randomUmid(), { version: 7, journal });
      const { kind, umid, to, version } = redirect;
      await store.commit(scope, aCommit({ profiles: [fresh(redirect), fresh(survivor)] }));
      const keys = { ...NO_KEYS, umids: [umid] };
      const looked = async () => (await store.look(scope.deadline, [{ ...scope, keys }]))[0]!.profiles;
      expect(await looked()).toEqual([{ kind, umid, to, version }]);
      const detours = [umid, survivor.umid].map((one) => ({ umid: one, living: survivor.umid }));
      await store.leaveShortcuts(scope, detours);
      expect(await looked()).toEqual([{ kind, umid, to, version, shortcut: survivor.umid }]);
      // A hint is no part of what is stored, and what lives gets none.
      expect(await store.stored(scope, umid)).toEqual(redirect);
      expect(await store.stored(scope, survivor.umid)).toEqual(survivor);
    });

    test('shows the most recent holdings of each shared identifier, and no more than are looked at', async () => {
      const [store, scope] = [fixture().adapter, scopeOf(randomAccount())];
      const lines = manyOf(2, () => anIdentifier({ name: 'mt2' }));
      const shared = manyOf(MAX_HOLDINGS + 20, (lastSeen) => ({
        ...lines[0]!,
        umid: randomUmid(),
        lastSeen,
      }));
      const other = { ...lines[1]!, umid: randomUmid(), lastSeen: 1 };
      await store.commit(scope, aCommit({ shared: [...shared, other] }));
      const keys = { ...NO_KEYS, shared: lines };
      const [rows] = await store.look(scope.deadline, [{ ...scope, keys }]);
      const held = rows!.holdings.toSorted((a, b) => b.lastSeen - a.lastSeen);
      expect(held).toEqual([...shared.toReversed().slice(0, MAX_HOLDINGS), other]);
    });

    test('rejects with Unavailable where the deadline has passed', async () => {
      await expect(fixture().adapter.look(PAST_DEADLINE, [])).rejects.toThrow(Unavailable);
    });
  });
};
