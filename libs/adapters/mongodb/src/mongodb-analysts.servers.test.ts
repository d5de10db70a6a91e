import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConsentEntry,
  aCommit,
  aDevice,
  aLink,
  ampleDeadline,
  anEvent,
  aProfile,
  aTrackingCommit,
  fresh,
  manyOf,
  randomAccount,
  randomUmid,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import type { Umid } from '@kith/domain/identity';
import type { EventSelection, PersonSelection } from '@kith/ports';
import { openExplainedDatabase } from './engine/explained-database.fake.ts';
import { migrateWholly } from './engine/migrate-wholly.fake.ts';
import { createMongodbStore } from './open-mongodb-store.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';

const database = openExplainedDatabase();
const { connection, commandsOf } = database;

beforeAll(() => migrateWholly(connection, STORE_MIGRATIONS));
afterAll(() => database.close());

/** Every query is found by an index. */
const expectNoScan = async (calls: () => Promise<unknown>): Promise<void> => {
  const plans = await database.plansOf(calls);
  expect(plans).not.toEqual([]);
  expect(plans.filter(({ isScan }) => isScan)).toEqual([]);
};

describe('what analysts read', () => {
  const { profiles, tracking, catalogue, details, statistics } = createMongodbStore(connection, {});
  const analysed = scopeOf(randomAccount());
  const umids = manyOf(300, randomUmid);
  const HOUR = 3_600_000;

  beforeAll(async () => {
    const persons = umids.map((umid, index) =>
      aProfile({
        umid,
        source: `pipeline-${index % 5}`,
        state: index % 3 === 0 ? 'customer' : 'visitor',
        createdAt: index * HOUR,
        changedAt: (1_000 - index) * HOUR,
      }),
    );
    const links = manyOf(100, () => aLink(umids[0]!, randomUmid()));
    const consent = manyOf(100, (index) => aConsentEntry({ umid: umids[0]!, sequence: index + 1 }));
    const devices = umids.map((umid) => fresh(aDevice({ umid })));
    await profiles.commit(analysed, aCommit({ profiles: persons.map(fresh), links, consent, devices }));
    const events = manyOf(3_000, (index) =>
      anEvent({
        umid: umids[index % 3]!,
        time: index * HOUR,
        type: index % 100 < 3 ? 'action' : 'page',
        properties: { name: `name-${index % 4}` },
      }),
    );
    const writes = new Map([[analysed.account, trackingWrites({ events })]]);
    await tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
  });

  /** Every query looks at the keys of what it brings, and at one of each range at which it ends. */
  const expectFew = async (calls: () => Promise<readonly unknown[]>, ranges: number): Promise<void> => {
    let wanted = 0;
    const efforts = await database.effortsOf(async () => {
      wanted = (await calls()).length;
    });
    expect(wanted).toBeGreaterThan(0);
    expect(efforts.filter(({ isScan }) => isScan)).toEqual([]);
    const keys = efforts.reduce((sum, { keysExamined }) => sum + keysExamined, 0);
    const documents = efforts.reduce((sum, { docsExamined }) => sum + docsExamined, 0);
    expect(keys).toBeGreaterThanOrEqual(wanted);
    expect(keys).toBeLessThanOrEqual(wanted + 2 * ranges);
    expect(documents).toBeLessThanOrEqual(wanted + ranges);
  };

  test.each<[string, Partial<PersonSelection>, number]>([
    ['all', {}, 20],
    ['all, the oldest first', { order: 'oldestFirst' }, 20],
    ['by change', { by: 'changed' }, 20],
    ['customers', { state: 'customer' }, 10],
    ['of a pipeline', { source: 'pipeline-2' }, 2],
    ['visitors of a pipeline, by change', { source: 'pipeline-2', state: 'visitor', by: 'changed' }, 1],
    ['of a span', { from: 100 * HOUR, to: 120 * HOUR }, 20],
    ['changed in a span', { by: 'changed', from: 800 * HOUR, to: 820 * HOUR }, 20],
    ['behind a place', { after: { at: 200 * HOUR, umid: umids[200]! } }, 20],
    ['customers behind a place', { state: 'customer', after: { at: 99 * HOUR, umid: umids[99]! } }, 10],
  ])('persons, %s, are found by the keys of one index', (_, selection, ranges) =>
    expectFew(
      () => catalogue.persons(analysed, { by: 'created', order: 'newestFirst', limit: 25, ...selection }),
      ranges,
    ),
  );

  test.each<[string, Partial<EventSelection>, number]>([
    ['all', {}, 9],
    ['of a rare type', { types: ['action'] }, 3],
    ['of a span', { from: 500 * HOUR, to: 520 * HOUR }, 9],
    ['behind an event', { after: { time: 1_000 * HOUR, id: randomUmid() } }, 9],
    ['of a rare type behind an event', { types: ['action'], after: { time: 1_000 * HOUR, id: '' } }, 3],
  ])('events, %s, are found by the keys of one index', (_, selection, ranges) =>
    expectFew(
      async () =>
        (await details.eventsOf(analysed, [{ umids: umids.slice(0, 3), limit: 25, ...selection }])).flat(),
      ranges,
    ),
  );

  test('what stands around a hundred persons takes one round trip each, and no scan', async () => {
    const some = umids.slice(0, 100);
    const expectOne = async (calls: () => Promise<unknown>): Promise<void> => {
      await expectNoScan(calls);
      expect(await commandsOf(calls)).toHaveLength(1);
    };
    await expectOne(() => details.activitiesByUmid(analysed, some));
    await expectOne(() => details.linksByUmid(analysed, some, 32));
    await expectOne(() => details.devicesByUmid(analysed, some, 10));
    await expectOne(() =>
      details.eventsOf(
        analysed,
        some.map((umid) => ({ umids: [umid], limit: 10 })),
      ),
    );
    await expectOne(() =>
      details.consentOf(
        analysed,
        some.map((umid) => ({ umid, after: null, limit: 10 })),
      ),
    );
  });

  test('what several callers ask within a turn is one round trip, and no scan', async () => {
    const some = umids.slice(0, 100);
    const expectOne = async (call: (umid: Umid) => Promise<unknown>): Promise<void> => {
      const calls = () => Promise.all(some.map(call));
      await expectNoScan(calls);
      expect(await commandsOf(calls)).toHaveLength(1);
    };
    await expectOne((umid) => profiles.load(analysed, { umids: [umid] }));
    await expectOne((umid) => profiles.activities(analysed, [umid]));
    await expectOne((umid) => profiles.links(analysed, umid, 200));
  });

  test('links of one person that would cut those of another are asked for apart', async () => {
    const links = async (limit: number): Promise<readonly number[]> => {
      const found = await Promise.all(umids.slice(0, 3).map((umid) => profiles.links(analysed, umid, limit)));
      return found.map(({ length }) => length);
    };
    const whole = await links(200);
    expect(whole[0]).toBe(100);
    const cut = await commandsOf(async () => {
      expect(await links(10)).toEqual(whole.map((length) => Math.min(10, length)));
    });
    expect(cut).toHaveLength(3);
  });

  test('links and consent of one person are found by the keys of what is shown', async () => {
    await expectFew(
      async () => [...(await details.linksByUmid(analysed, [umids[0]!], 32)).values()].flat(),
      1,
    );
    const part = { umid: umids[0]!, after: 50, limit: 10 };
    await expectFew(async () => (await details.consentOf(analysed, [part])).flat(), 1);
  });

  test('statistics are counted from an index alone', async () => {
    const efforts = await database.effortsOf(() =>
      statistics.countEvents(analysed, {
        span: { from: 0, to: 1_000 * HOUR },
        granularity: 'day',
        groupBy: ['type', 'pipeline', 'name'],
        limit: 5_000,
      }),
    );
    expect(efforts).toHaveLength(1);
    expect(efforts[0]).toMatchObject({ keysExamined: 1_000, docsExamined: 0, returned: 1_000 });
  });
});
