import { describe, expect, test } from 'vitest';
import type { ProfileStore } from '@kith/ports';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { aCommit, aLink, anIdentifier, aProfile, aRedirect, fresh } from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

/** Values that several profiles have, and the links between profiles. */
export const describeHoldersAndLinks = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('holders of a shared identifier', () => {
    test('come most recent first, at most 32 of them', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [line, profiles] = [anIdentifier({ name: 'mt2' }), manyOf(40, () => aProfile())];
      const shared = profiles.map(({ umid }, lastSeen) => ({ ...line, umid, lastSeen }));
      await store.commit(scope, aCommit({ profiles: profiles.map(fresh), shared }));
      const newest = profiles.map(({ umid }) => umid).toReversed();
      const { holders } = await store.load(scope, { shared: [line, anIdentifier({ name: 'mt2' })] });
      expect(holders).toEqual([{ ...line, umids: newest.slice(0, 32) }]);
    });

    test('move to the front when they are seen again, and not back for an earlier sight', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [line, first, second] = [anIdentifier(), aProfile(), aProfile()];
      const seen = (umid: typeof first.umid, lastSeen: number) => ({ ...line, umid, lastSeen });
      const profiles = [fresh(first), fresh(second)];
      await store.commit(scope, aCommit({ profiles, shared: [seen(first.umid, 1), seen(second.umid, 2)] }));
      await store.commit(scope, aCommit({ shared: [seen(first.umid, 3)] }));
      await store.commit(scope, aCommit({ shared: [seen(first.umid, 0)] }));
      const { holders } = await store.load(scope, { shared: [line] });
      expect(holders).toEqual([{ ...line, umids: [first.umid, second.umid] }]);
    });

    test('are living profiles: one that was absorbed counts as its survivor, once', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [line, absorbed, survivor] = [anIdentifier(), randomUmid(), aProfile()];
      const profiles = [fresh(survivor), fresh(aRedirect(absorbed, survivor.umid))];
      const shared = [
        { ...line, umid: absorbed, lastSeen: 2 },
        { ...line, umid: survivor.umid, lastSeen: 1 },
      ];
      await store.commit(scope, aCommit({ profiles, shared }));
      expect((await store.load(scope, { shared: [line] })).holders).toEqual([
        { ...line, umids: [survivor.umid] },
      ]);
    });
  });

  describe('links', () => {
    test('are seen from both ends, most recent first, with a limit', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [hub, ...others] = manyOf(6, randomUmid);
      const links = others.map((other, lastSeen) => aLink(hub!, other, { lastSeen, why: 'sameDevice' }));
      await store.commit(scope, aCommit({ links }));
      expect(await store.links(scope, hub!, 3)).toEqual(links.toReversed().slice(0, 3));
      expect(await store.links(scope, others[0]!, 3)).toEqual([links[0]]);
      expect(links.every(({ umids: [a, b] }) => a < b)).toBe(true);
    });

    test('of one pair are one link, which keeps the latest sight', async () => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      const [a, b] = [randomUmid(), randomUmid()];
      const [old, latest] = [aLink(a, b, { lastSeen: 1 }), aLink(b, a, { lastSeen: 9, why: 'sameDevice' })];
      for (const link of [old, latest, old]) await store.commit(scope, aCommit({ links: [link] }));
      expect(await store.links(scope, a, 10)).toEqual([latest]);
      expect(await store.links(scope, b, 10)).toEqual([latest]);
    });
  });
};
