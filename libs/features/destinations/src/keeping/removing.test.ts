import { beforeEach, describe, expect, test } from 'vitest';
import { REMOVAL_TYPE, type DeliveryContent } from '@kith/domain/destinations';
import { createGate } from '@kith/testing';
import { begun, DELIVERED, type Begun } from './begun-stage.fake.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('who withdraws a permission', () => {
  let on: Begun;
  beforeEach(async () => {
    on = await begun();
    await on.grantAll();
  });

  test('is removed, without the permission, by what the destination knows', async () => {
    on.world.decide(0, false);
    await on.stage.take('changes', 50);
    expect(on.told()).toEqual(['profile.removed 0']);
    expect(on.tries[0]!.payload).toMatchObject({
      type: REMOVAL_TYPE,
      umid: on.world.persons[0],
      identifiers: [{ name: 'email', value: '0@example.org' }],
    });
    on.world.track(0);
    await on.stage.take('tracking', 50);
    on.world.decide(0, false);
    await on.stage.take('changes', 50);
    expect(on.tries).toHaveLength(1);
  });

  test('is not handed on by a try that was due before', async () => {
    on.receiver.answer = async ({ type }) =>
      type === REMOVAL_TYPE ? DELIVERED : { kind: 'retry', why: '500' };
    on.world.track(0);
    await on.stage.take('tracking', 50);
    on.world.decide(0, false);
    await on.stage.take('changes', 50);
    on.time.now += HOUR;
    await on.stage.run();
    expect(on.told()).toEqual(['tracking.page 0', 'profile.removed 0']);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('is removed when what is on its way to the destination has arrived', async () => {
    const gate = createGate();
    const arrived: string[] = [];
    on.receiver.answer = async ({ type }) => {
      if (type !== REMOVAL_TYPE) await gate.passed;
      arrived.push(type);
      return DELIVERED;
    };
    on.world.track(0);
    const tracking = on.stage.take('tracking', 50);
    await turn();
    expect(on.told()).toEqual(['tracking.page 0']);
    on.world.decide(0, false);
    const removing = on.stage.take('changes', 50);
    await turn();
    expect(arrived).toEqual([]);
    gate.open();
    await Promise.all([tracking, removing]);
    expect(arrived).toEqual(['kith.tracking.page', REMOVAL_TYPE]);
  });

  const removals = () =>
    on.tries.flatMap(({ type, payload }) => (type === REMOVAL_TYPE ? [payload as DeliveryContent] : []));

  test('is removed by the same words in all tries, whatever else is noticed between them', async () => {
    on.receiver.answer = async () => ({ kind: 'retry', why: 'reset' });
    on.world.decide(0, false);
    await on.stage.take('changes', 50);
    on.time.now += MINUTE;
    on.world.decide(0, false);
    await on.newStage().take('changes', 50);
    on.time.now += MINUTE;
    await on.newStage().run();
    expect(removals().length).toBeGreaterThan(2);
    expect(new Set(removals().map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('is removed by another id once they were given again, as nobody knows whether the first was taken', async () => {
    const decide = async (granted: boolean): Promise<void> => {
      on.time.now += MINUTE;
      on.world.decide(0, granted);
      await on.stage.take('changes', 50);
    };
    on.receiver.answer = async ({ type }) =>
      type === REMOVAL_TYPE ? { kind: 'retry', why: 'reset' } : DELIVERED;
    await decide(false);
    await decide(true);
    await decide(false);
    on.receiver.answer = async () => DELIVERED;
    on.time.now += MINUTE;
    await on.stage.run();
    expect(on.told().at(-1)).toBe('profile.removed 0');
    const [first, second, ...others] = [...new Map(removals().map((one) => [one.id, one])).values()];
    expect(others).toEqual([]);
    expect(first!.id).not.toBe(second!.id);
    expect(second!.at - first!.at).toBe(2 * MINUTE);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('is removed under each name after a merge, also when the destination was away', async () => {
    on.world.merge(1, 0);
    await on.stage.take('changes', 50);
    on.receiver.answer = async () => ({ kind: 'retry', why: '500' });
    on.world.decide(0, false);
    await on.stage.take('changes', 50);
    expect(await on.counts()).toEqual({ waiting: 2, failed: 0 });
    const ids = new Set(on.tries.filter(({ type }) => type === REMOVAL_TYPE).map(({ id }) => id));
    on.receiver.answer = async () => DELIVERED;
    on.tries.length = 0;
    on.time.now += HOUR;
    await on.stage.run();
    expect(on.told().toSorted()).toEqual(['profile.removed 0', 'profile.removed 1']);
    expect(new Set(on.tries.map(({ id }) => id))).toEqual(ids);
    const emails = on.tries.flatMap(({ payload }) =>
      (payload as DeliveryContent).identifiers.map(({ value }) => value),
    );
    expect(new Set(emails)).toEqual(new Set(['0@example.org', '1@example.org']));
  });

  test('has a removal that the destination refuses laid aside with all that a replay needs', async () => {
    on.receiver.answer = async () => ({ kind: 'refused', why: '400' });
    on.world.erase(0);
    await on.stage.take('changes', 50);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 1 });
    expect((await on.store.shared.find(on.deadline, on.world.persons)).size).toBe(2);
    on.receiver.answer = async () => DELIVERED;
    await on.store.failures.replay(on.deadline, { limit: 9, dueAt: 0 });
    await on.stage.run();
    const [refused, replayed] = on.tries;
    expect(replayed).toMatchObject({ id: refused!.id, payload: refused!.payload as object });
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });
});

describe('a destination for a segment', () => {
  test('gets who is in it, is told of who has left, and is tried again where nobody can say', async () => {
    const members = new Map<string, boolean | null>();
    const on = await begun({
      rules: { segment: 'buyers', requires: [] },
      inSegment: async (_deadline, _account, _segment, { profile }) => members.get(profile.umid) ?? null,
    });
    const [first, second, third] = on.world.persons;
    members.set(first!, true).set(second!, false);
    for (const person of [0, 1, 2]) on.world.track(person);
    await on.stage.take('tracking', 50);
    expect(on.told()).toEqual(['tracking.page 0']);
    expect(await on.counts()).toEqual({ waiting: 1, failed: 0 });
    members.set(first!, false).set(third!, true);
    on.world.track(0);
    await on.stage.take('tracking', 50);
    on.time.now += MINUTE;
    await on.stage.run();
    expect(on.told().slice(1)).toEqual(['profile.removed 0', 'tracking.page 2']);
  });
});

describe('a review', () => {
  test('removes who may not be handed on any more by new rules, and notes that it was done', async () => {
    const on = await begun();
    await on.grantAll();
    const stricter = on.newStage({ rules: { requires: ['MARKETING', 'OTHER'] } });
    await stricter.review();
    expect(on.told().toSorted()).toEqual([0, 1, 2].map((person) => `profile.removed ${person}`));
    await stricter.review();
    expect(on.tries).toHaveLength(3);
    const { reviewed } = (await on.store.control.state(on.deadline))!;
    await on.stage.review();
    expect((await on.store.control.state(on.deadline))!.reviewed).not.toBe(reviewed);
  });

  test('finds who withdrew in changes that the log has lost', async () => {
    const on = await begun();
    await on.grantAll();
    await on.stage.review();
    on.world.decide(0, false);
    on.world.decide(1, true);
    (on.world.changes as unknown[]).splice(on.world.changes.length - 2, 1);
    await on.stage.take('changes', 50);
    expect(on.told()).toEqual(['consent.changed 1']);
    expect((await on.store.control.state(on.deadline))!.reviewed).toBeNull();
    await on.stage.review();
    expect(on.told()).toEqual(['consent.changed 1', 'profile.removed 0']);
  });
});
