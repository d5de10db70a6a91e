import { describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import type { Scope } from '@kith/ports';
import { BUILT_AT } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { scopeOf } from '../../builders/scope.ts';
import { anActivity, anEvent } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { record, type ExpiryAdapters } from './visitor.ts';

export const describeEventExpiry = (fixture: () => DurableFixture<ExpiryAdapters>): void => {
  const adapter = () => fixture().adapter;

  /** Events received at these times after `BUILT_AT`, in the order of the list; their own times run backwards. */
  const receivedAt = async (scope: Scope, umid: Umid, ...times: readonly number[]) => {
    const events = times.map((at) => anEvent({ umid, receivedAt: BUILT_AT + at, time: BUILT_AT - at }));
    await record(adapter(), scope, events, {
      activities: new Map([[umid, anActivity(events.length)]]),
    });
    return events;
  };

  describe('the events of an account', () => {
    test('are removed that were received before a time, whatever time they tell, and counters stay', async () => {
      const [scope, other, umid] = [scopeOf(randomAccount()), scopeOf(randomAccount()), randomUmid()];
      const [, , kept] = await receivedAt(scope, umid, 1, 2, 3);
      await receivedAt(other, umid, 1);
      expect(await adapter().expiry.removeEvents(scope, BUILT_AT + 3, 10)).toBe(2);
      await fixture().reopen();
      expect(await adapter().tracking.events(scope, umid, 10)).toEqual([kept]);
      expect(await adapter().tracking.events(other, umid, 10)).toHaveLength(1);
      expect(await adapter().profiles.activities(scope, [umid])).toEqual([anActivity(3)]);
      expect(await adapter().expiry.removeEvents(scope, BUILT_AT + 3, 10)).toBe(0);
    });

    test('go in steps, the first received first', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      const events = await receivedAt(scope, umid, 5, 4, 3, 2, 1);
      expect(await adapter().expiry.removeEvents(scope, BUILT_AT + 5, 3)).toBe(3);
      expect(await adapter().tracking.events(scope, umid, 10)).toEqual([events[1], events[0]]);
      expect(await adapter().expiry.removeEvents(scope, BUILT_AT + 5, 3)).toBe(1);
      expect(await adapter().tracking.events(scope, umid, 10)).toEqual([events[0]]);
    });

    test('that were removed are known no longer: what comes again is new', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      const [event] = await receivedAt(scope, umid, 1);
      await adapter().expiry.removeEvents(scope, BUILT_AT + 2, 10);
      const { knownEvents } = await adapter().tracking.state(scope, [event!.id], []);
      expect(knownEvents).toEqual(new Set());
      expect(await record(adapter(), scope, [event!])).toBe('recorded');
    });

    test('are not shown once they are past their time, though nobody has removed them', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      const events = await receivedAt(scope, umid, 1, 2, 3, 4);
      const { tracking } = adapter();
      const shown = await tracking.events(scope, umid, 10, { receivedFrom: BUILT_AT + 3 });
      expect(shown).toEqual([events[2], events[3]]);
      expect(await tracking.events(scope, umid, 1, { receivedFrom: BUILT_AT + 3 })).toEqual([events[2]]);
      const { time, id } = events[2]!;
      expect(
        await tracking.events(scope, umid, 10, { after: { time, id }, receivedFrom: BUILT_AT + 3 }),
      ).toEqual([events[3]]);
    });

    test('are many at the same time, and all of them go', async () => {
      const [scope, umid] = [scopeOf(randomAccount()), randomUmid()];
      await receivedAt(scope, umid, ...manyOf(20, () => 1), 2);
      let removed = 0;
      for (let step = 1; step > 0; removed += step) {
        step = await adapter().expiry.removeEvents(scope, BUILT_AT + 2, 6);
      }
      expect(removed).toBe(20);
      expect(await adapter().tracking.events(scope, umid, 100)).toHaveLength(1);
    });
  });
};
