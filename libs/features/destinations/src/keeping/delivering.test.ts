import { beforeEach, describe, expect, test } from 'vitest';
import { payloadOf, REMOVAL_TYPE, type DeliveryContent } from '@kith/domain/destinations';
import type { Delivery, SendOutcome } from '@kith/ports';
import { ampleDeadline, createGate, createMemoryDestinationStores } from '@kith/testing';
import { DEFAULT_RETRY_POLICY } from '../sending/retry-policy.ts';
import { createStage, RULES, type StageDeps } from './destination-stage.fake.ts';
import { createWorld } from './world.fake.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DELIVERED: SendOutcome = { kind: 'delivered' };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A world, a store, a receiver whose answers the test gives, and a process that delivers. */
const begun = async (deps: Partial<StageDeps> = {}) => {
  const time = { now: Date.UTC(2026, 10, 21) };
  const clock = () => time.now;
  const world = createWorld(clock);
  const destinations = createMemoryDestinationStores(clock);
  const store = destinations.of({ account: RULES.account, destination: RULES.name });
  const deadline = ampleDeadline();
  await store.control.open(deadline, { isPaused: false, since: time.now - HOUR });
  const tries: Delivery[] = [];
  const receiver: { answer(delivery: Delivery): Promise<SendOutcome> } = { answer: async () => DELIVERED };
  const sender = {
    maxBatchSize: 1,
    send: async (_deadline: unknown, deliveries: readonly Delivery[]) => {
      tries.push(...deliveries);
      return receiver.answer(deliveries[0]!);
    },
    close: async () => undefined,
  };
  const newStage = (other: Partial<StageDeps> = {}) =>
    createStage({ world, store, sender, clock, pass: async () => undefined, ...deps, ...other });
  const stage = newStage();
  const told = (): readonly string[] =>
    tries.map(({ type, umid }) => `${type.replace('kith.', '')} ${world.persons.indexOf(umid)}`);
  const counts = () => store.control.counts(deadline);
  const grantAll = async (): Promise<void> => {
    for (const person of [0, 1, 2]) world.decide(person, true);
    await stage.take('changes', 50);
    tries.length = 0;
  };
  return {
    time,
    world,
    destinations,
    store,
    deadline,
    tries,
    told,
    counts,
    receiver,
    stage,
    newStage,
    grantAll,
  };
};

type Begun = Awaited<ReturnType<typeof begun>>;

describe('an event', () => {
  test('is handed on when the resolver has recorded it, and not before', async () => {
    const recorded = createGate();
    let position = 0;
    const on = await begun({
      tracking: {
        position: async () => position,
        state: async (_scope, ids) => {
          await recorded.passed;
          return { knownEvents: new Set(ids), activities: new Map() };
        },
      },
    });
    await on.grantAll();
    on.world.track(0);
    const taken = on.stage.take('tracking', 50);
    await turn();
    expect(on.told()).toEqual([]);
    position = 1;
    recorded.open();
    await taken;
    expect(on.told()).toEqual(['tracking.page 0']);
  });

  test('that the resolver did not record is never handed on', async () => {
    const nothing = { knownEvents: new Set<string>(), activities: new Map() };
    const on = await begun({ tracking: { position: async () => 1, state: async () => nothing } });
    await on.grantAll();
    on.world.track(0);
    await on.stage.take('tracking', 50);
    expect(on.told()).toEqual([]);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });
});

describe('what happens is handed on', () => {
  let on: Begun;
  beforeEach(async () => {
    on = await begun();
    await on.grantAll();
  });

  test('in order per profile, and only of the types that the destination wants', async () => {
    for (const person of [0, 1, 0]) on.world.track(person);
    on.world.erase(2);
    await on.stage.take('tracking', 50);
    expect(on.told().filter((one) => one.endsWith('0'))).toEqual(['tracking.page 0', 'tracking.page 0']);
    expect(on.told()).toHaveLength(3);
    const content = on.tries[0]!.payload as DeliveryContent;
    expect(payloadOf(content)).toMatchObject({
      id: on.tries[0]!.id,
      umid: on.world.persons[0],
      identifiers: [{ name: 'email', value: '0@example.org' }],
      permissions: { MARKETING: true },
    });
  });

  test('to others while one profile waits, and the rest of that one waits behind', async () => {
    on.receiver.answer = async ({ umid }) =>
      umid === on.world.persons[0] ? { kind: 'retry', why: '500' } : DELIVERED;
    for (const person of [0, 1, 0, 2]) on.world.track(person);
    await on.stage.take('tracking', 50);
    expect(on.told().toSorted()).toEqual(['tracking.page 0', 'tracking.page 1', 'tracking.page 2']);
    expect(await on.counts()).toEqual({ waiting: 2, failed: 0 });
    on.receiver.answer = async () => DELIVERED;
    on.world.track(0);
    await on.stage.take('tracking', 50);
    expect(on.tries).toHaveLength(3);
    on.time.now += MINUTE;
    await on.stage.run();
    const own = on.tries.filter(({ umid }) => umid === on.world.persons[0]).map(({ id }) => id);
    const tracked = on.world.tracking.filter(({ key }) => key === on.world.persons[0]);
    expect(own).toEqual([own[0], ...tracked.map(({ value }) => (JSON.parse(value) as { id: string }).id)]);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('once more with the same ids where the process is killed before the position has moved', async () => {
    on.world.track(0);
    const { intake } = on.store;
    const { commit } = intake;
    intake.commit = () => Promise.reject(new Error('killed'));
    await expect(on.stage.take('tracking', 50)).rejects.toThrow('killed');
    intake.commit = commit;
    await on.newStage().take('tracking', 50);
    expect(on.tries.map(({ id }) => id)).toEqual([on.tries[0]!.id, on.tries[0]!.id]);
  });

  test('never where it is refused: that is laid aside, and nothing waits for it', async () => {
    on.receiver.answer = async () => ({ kind: 'refused', why: '400' });
    for (const person of [0, 0]) on.world.track(person);
    await on.stage.take('tracking', 50);
    expect(on.tries).toHaveLength(2);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 2 });
    const failed = await on.store.failures.page(on.deadline, { limit: 9 });
    expect(new Set(failed.map(({ id }) => id))).toEqual(new Set(on.tries.map(({ id }) => id)));
    expect(failed[0]).toMatchObject({ why: '400', tries: 1 });
  });

  test('never where its form cannot be made: that is laid aside with the reason, and nothing waits for it', async () => {
    const isFirst = (id: string): boolean => on.world.tracking[0]!.value.includes(JSON.stringify(id));
    const stage = on.newStage({
      transform: async (_deadline, { id, type }) =>
        isFirst(id) || type === REMOVAL_TYPE
          ? { kind: 'refused', why: 'no number' }
          : { kind: 'made', payload: id },
    });
    for (const person of [0, 0]) on.world.track(person);
    await stage.take('tracking', 50);
    expect(on.told()).toEqual(['tracking.page 0']);
    on.time.now += MINUTE;
    on.world.erase(0);
    await stage.take('changes', 50);
    expect(await on.counts()).toEqual({ waiting: 0, failed: 2 });
    const failed = await on.store.failures.page(on.deadline, { limit: 9 });
    expect(failed.map(({ why, occurrence }) => [why, occurrence.kind])).toEqual([
      ['no number', 'event'],
      ['no number', 'removal'],
    ]);
  });

  test('of tracking only while the pipeline may track the person', async () => {
    on.world.track(0);
    await on.newStage({ required: { web: ['OTHER'] } }).take('tracking', 50);
    expect(on.tries).toEqual([]);
    on.world.track(0);
    await on.newStage({ required: { web: ['MARKETING'] } }).take('tracking', 50);
    expect(on.tries).toHaveLength(1);
  });

  test('once more from when the destination is to begin again, and whatever was not taken yet', async () => {
    on.world.track(0);
    on.time.now += MINUTE;
    on.world.track(1);
    await on.stage.take('tracking', 50);
    on.tries.length = 0;
    on.world.track(2);
    await on.store.control.restart(on.deadline, on.time.now);
    await on.newStage().take('tracking', 50);
    expect(on.told()).toEqual(['tracking.page 1', 'tracking.page 2']);
    on.tries.length = 0;
    on.world.track(0);
    await on.store.control.restart(on.deadline, on.time.now + HOUR);
    await on.newStage().take('tracking', 50);
    expect(on.told()).toEqual(['tracking.page 0']);
  });

  test('from when the destination began', async () => {
    const name = 'another';
    const store = on.destinations.of({ account: RULES.account, destination: name });
    await store.control.open(on.deadline, { isPaused: false, since: on.time.now + 1 });
    on.world.track(0);
    on.time.now += MINUTE;
    on.world.track(1);
    await on.newStage({ store, rules: { name } }).take('tracking', 50);
    expect(on.told()).toEqual(['tracking.page 1']);
  });
});

describe('a destination that does not answer', () => {
  test('is tried by one after five failures, and everything else waits untried', async () => {
    const on = await begun();
    await on.grantAll();
    on.receiver.answer = async () => ({ kind: 'retry', why: '503' });
    for (let times = 0; times < 3; times += 1) [0, 1, 2].forEach((person) => on.world.track(person));
    for (let times = 0; times < 3; times += 1) {
      await on.stage.take('tracking', 3);
      on.time.now += MINUTE;
      await on.stage.run();
    }
    const before = on.tries.length;
    on.time.now += MINUTE;
    await on.stage.run();
    expect(on.tries).toHaveLength(before + 1);
    on.receiver.answer = async () => DELIVERED;
    for (let rounds = 0; rounds < 3; rounds += 1) {
      on.time.now += HOUR;
      await on.stage.run();
    }
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('is back with the first answer, for whoever was tried meanwhile too', async () => {
    const on = await begun();
    await on.grantAll();
    on.receiver.answer = async () => ({ kind: 'retry', why: 'it took too long' });
    for (let times = 0; times < 3; times += 1) {
      [0, 1, 2].forEach((person) => on.world.track(person));
      await on.stage.take('tracking', 3);
      on.time.now += 2_000;
      await on.stage.run();
    }
    for (let probes = 0; probes < 8; probes += 1) {
      on.time.now += MINUTE;
      await on.stage.run();
    }
    on.receiver.answer = async () => DELIVERED;
    on.time.now += MINUTE;
    await on.stage.run();
    on.time.now += 1_000;
    await on.stage.run();
    expect(await on.counts()).toEqual({ waiting: 0, failed: 0 });
  });

  test('is left alone for as long as it asks', async () => {
    const on = await begun();
    await on.grantAll();
    on.receiver.answer = async () => ({ kind: 'retry', why: '429', afterMs: 10 * MINUTE });
    on.world.track(0);
    await on.stage.take('tracking', 50);
    on.world.track(1);
    await on.stage.take('tracking', 50);
    on.time.now += 9 * MINUTE;
    await on.stage.run();
    expect(on.tries).toHaveLength(1);
    on.receiver.answer = async () => DELIVERED;
    on.time.now += MINUTE;
    await on.stage.run();
    await on.stage.run();
    expect(on.tries).toHaveLength(3);
  });

  test('is given up for a parcel after a day, which is laid aside with the reason', async () => {
    const on = await begun({ retryPolicy: DEFAULT_RETRY_POLICY });
    await on.grantAll();
    on.receiver.answer = async () => ({ kind: 'retry', why: '500' });
    on.world.track(0);
    await on.stage.take('tracking', 50);
    on.time.now += 23 * HOUR;
    await on.stage.run();
    expect(await on.counts()).toEqual({ waiting: 1, failed: 0 });
    on.time.now += HOUR;
    await on.stage.run();
    expect(await on.counts()).toEqual({ waiting: 0, failed: 1 });
    const [failed] = await on.store.failures.page(on.deadline, { limit: 1 });
    expect(failed).toMatchObject({ why: '500', tries: 3 });
  });
});

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
