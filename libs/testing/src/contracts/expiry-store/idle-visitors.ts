import { describe, expect, test } from 'vitest';
import type { Profile, Umid } from '@kith/domain/identity';
import type { Scope } from '@kith/ports';
import {
  aCommit,
  anIdentifier,
  aProfile,
  aRedirect,
  BUILT_AT,
  fresh,
  replacing,
} from '../../builders/identity.ts';
import { randomAccount } from '../../builders/ids.ts';
import { aBeginning } from '../../builders/privacy.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { storeVisitor, type ExpiryAdapters } from './visitor.ts';

const LONG_AGO = BUILT_AT - 1_000_000;
const BEFORE = BUILT_AT - 500_000;

export const describeIdleVisitors = (fixture: () => DurableFixture<ExpiryAdapters>): void => {
  const adapter = () => fixture().adapter;
  const newScope = (): Scope => scopeOf(randomAccount());
  const idle = async (scope: Scope, limit = 100): Promise<readonly Umid[]> =>
    (await adapter().expiry.idleVisitors(scope, BEFORE, limit)).map(({ profile }) => profile.umid);
  const longUnseen = (members: Partial<Profile> = {}): Profile =>
    aProfile({ lastSeenAt: LONG_AGO, ...members });

  describe('idle visitors', () => {
    test('are those that nobody is known to have seen since, the longest unseen first', async () => {
      const scope = newScope();
      const [second, first] = [
        await storeVisitor(adapter(), scope, LONG_AGO + 1),
        await storeVisitor(adapter(), scope, LONG_AGO),
      ];
      await storeVisitor(adapter(), scope, BEFORE);
      await storeVisitor(adapter(), newScope(), LONG_AGO);
      await fixture().reopen();
      expect(await idle(scope)).toEqual([first.profile.umid, second.profile.umid]);
      expect(await idle(scope, 1)).toEqual([first.profile.umid]);
      const [found] = await adapter().expiry.idleVisitors(scope, BEFORE, 1);
      expect(found).toEqual({ profile: first.profile, activities: first.activities });
    });

    test('are never customers, nor hold an identifier or a granted permission', async () => {
      const scope = newScope();
      const held = { ...anIdentifier(), firstSeen: 1, lastSeen: 1 };
      const granted = { granted: true, modifiedAt: 1, identified: false };
      const withdrawn = { granted: false, modifiedAt: 1, identified: false };
      const refusing = longUnseen({ permissions: { OPT: withdrawn } });
      const others = [
        longUnseen({ state: 'customer' }),
        longUnseen({ identifiers: [held] }),
        longUnseen({ permissions: { OPT: granted, NO: withdrawn } }),
      ];
      const commit = aCommit({ profiles: [...others, refusing].map(fresh) });
      await adapter().profiles.commit(scope, commit);
      expect(await idle(scope)).toEqual([refusing.umid]);
    });

    test('are no longer idle once something keeps them, or they were merged away', async () => {
      const scope = newScope();
      const [login, merged, still] = [longUnseen(), longUnseen(), longUnseen()];
      await adapter().profiles.commit(scope, aCommit({ profiles: [login, merged, still].map(fresh) }));
      const customer = { ...login, version: 2, state: 'customer' as const };
      const redirect = aRedirect(merged.umid, login.umid, { version: 2 });
      const commit = aCommit({ profiles: [replacing(customer, 1), replacing(redirect, 1)] });
      await adapter().profiles.commit(scope, commit);
      expect(await idle(scope)).toEqual([still.umid]);
    });

    test('are idle from their last sight on, where somebody noted it', async () => {
      const scope = newScope();
      const [seen, unseen] = [longUnseen(), longUnseen()];
      await adapter().profiles.commit(scope, aCommit({ profiles: [fresh(seen), fresh(unseen)] }));
      await adapter().expiry.putOff(scope, seen, BEFORE);
      expect(await idle(scope)).toEqual([unseen.umid]);
      const later = await adapter().expiry.idleVisitors(scope, BEFORE + 1, 10);
      expect(later.map(({ profile }) => profile)).toEqual([unseen, seen]);
      await adapter().expiry.putOff(scope, unseen, null);
      expect(await idle(scope)).toEqual([]);
    });

    test('are found behind one whose erasure has begun', async () => {
      const scope = newScope();
      const [erased, behind] = [longUnseen(), longUnseen({ lastSeenAt: LONG_AGO + 1 })];
      await adapter().profiles.commit(scope, aCommit({ profiles: [fresh(erased), fresh(behind)] }));
      expect(await idle(scope, 1)).toEqual([erased.umid]);
      expect(await adapter().privacy.begin(scope, aBeginning(erased))).toBe('begun');
      expect(await idle(scope, 1)).toEqual([behind.umid]);
    });

    test('are not put off by whoever saw an earlier version', async () => {
      const scope = newScope();
      const visitor = longUnseen({ version: 2 });
      await adapter().profiles.commit(scope, aCommit({ profiles: [fresh(visitor)] }));
      await adapter().expiry.putOff(scope, { ...visitor, version: 1 }, null);
      expect(await idle(scope)).toEqual([visitor.umid]);
    });
  });
};
