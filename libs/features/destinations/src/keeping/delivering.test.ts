import { beforeEach, describe, expect, test } from 'vitest';
import { payloadOf, REMOVAL_TYPE, type DeliveryContent } from '@kith/domain/destinations';
import { createGate } from '@kith/testing';
import { DEFAULT_RETRY_POLICY } from '../sending/retry-policy.ts';
import { begun, DELIVERED, type Begun } from './begun-stage.fake.ts';
import { RULES } from './destination-stage.fake.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

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

  test('is given up for a delivery after a day, which is laid aside with the reason', async () => {
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
