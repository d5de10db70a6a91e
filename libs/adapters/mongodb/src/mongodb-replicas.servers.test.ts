import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChangeEvent, Profile } from '@kith/domain/identity';
import { pause } from '@kith/platform';
import type { Scope } from '@kith/ports';
import {
  aChange,
  aCommit,
  aDevice,
  ampleDeadline,
  aNewcomer,
  aProfile,
  aTrackingCommit,
  fresh,
  manyOf,
  randomAccount,
  randomName,
  replacing,
  scopeOf,
  trackingWrites,
} from '@kith/testing';
import { databaseUnderTest } from './engine/database-under-test.fake.ts';
import { openMongodbStore, type MongodbStore } from './open-mongodb-store.ts';
import { retryBackOff } from './engine/connection.ts';

const under = databaseUnderTest();
const stores: MongodbStore[] = [];

beforeAll(async () => {
  stores.push(...(await Promise.all(manyOf(3, () => openMongodbStore({ ...under, pollMs: 20 })))));
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await under.drop();
});

const storeOf = (index: number): MongodbStore => stores[index % stores.length]!;

/** Loads, and commits the next version with a change that names it; again where somebody was faster. */
const moveOn = async ({ profiles }: MongodbStore, scope: Scope, { umid }: Profile): Promise<void> => {
  for (let failures = 0; ; failures += 1) {
    const { profiles: found } = await profiles.load(scope, { umids: [umid] });
    const { profile } = found[0]!;
    const version = profile.version + 1;
    const commit = aCommit({
      profiles: [replacing({ ...profile, version }, profile.version)],
      changes: [aChange({ umid, profileVersion: version })],
    });
    if ((await profiles.commit(scope, commit)) === 'committed') return;
    await pause(retryBackOff(failures + 1));
  }
};

describe('several processes on one store', () => {
  test('take every version of a profile once', async () => {
    const [scope, profile] = [scopeOf(randomAccount()), aProfile()];
    await storeOf(0).profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    await Promise.all(manyOf(64, (index) => moveOn(storeOf(index), scope, profile)));
    expect(await storeOf(1).profiles.stored(scope, profile.umid)).toMatchObject({ version: 65 });
  });

  test('publish the changes of each profile in the order of its versions, however many relays look', async () => {
    const scope = scopeOf(randomAccount());
    const family = manyOf(4, () => aProfile());
    await storeOf(0).profiles.commit(scope, aCommit({ profiles: family.map(fresh) }));
    const published: ChangeEvent[] = [];
    const relay = async ({ outbox }: MongodbStore): Promise<void> => {
      const items = await outbox.pending(ampleDeadline(), 5);
      published.push(...items.filter(({ account }) => account === scope.account).map(({ change }) => change));
      await outbox.published(
        ampleDeadline(),
        items.map(({ key }) => key),
      );
    };
    const seen = (): number => new Set(published.map(({ id }) => id)).size;
    const relays = stores.map(async (store) => {
      while (seen() < 80) await relay(store);
    });
    const writers = family.flatMap((profile) =>
      manyOf(20, (index) => moveOn(storeOf(index), scope, profile)),
    );
    await Promise.all([...writers, ...relays]);
    for (const { umid } of family) {
      const first = new Map<string, number>();
      for (const { id, umid: of, profileVersion } of published) {
        if (of === umid && !first.has(id)) first.set(id, profileVersion);
      }
      expect([...first.values()]).toEqual(manyOf(20, (index) => index + 2));
    }
  });

  test('wake each other for what one of them left behind', async () => {
    const woken = new Promise<void>((resolve) => {
      const stop = storeOf(1).outbox.onCommit(() => {
        stop();
        resolve();
      });
    });
    const changes = [aChange()];
    await storeOf(0).profiles.commit(scopeOf(randomAccount()), aCommit({ changes }));
    await woken;
    const items = await storeOf(1).outbox.pending(ampleDeadline(), 1_000);
    expect(items.map(({ change }) => change)).toEqual(expect.arrayContaining(changes));
  });

  test('never deadlock where commits cross: one of each pair goes through', async () => {
    const scope = scopeOf(randomAccount());
    for (let round = 0; round < 50; round += 1) {
      const [a, b] = [aProfile(), aProfile()];
      await storeOf(0).profiles.commit(scope, aCommit({ profiles: [fresh(a), fresh(b)] }));
      const next = (order: readonly Profile[], source: string) =>
        aCommit({ profiles: order.map((profile) => replacing({ ...profile, version: 2, source }, 1)) });
      const outcomes = await Promise.all([
        storeOf(0).profiles.commit(scope, next([a, b], 'one')),
        storeOf(1).profiles.commit(scope, next([b, a], 'other')),
      ]);
      expect(outcomes.toSorted()).toEqual(['committed', 'conflict']);
    }
  });

  test('bring a newcomer into being once, where the resolver and 16 partitions race for it', async () => {
    const [account, newcomer] = [randomAccount(), aNewcomer()];
    const batch = (index: number) =>
      storeOf(index).tracking.record(
        ampleDeadline(),
        aTrackingCommit({
          topic: randomName('topic'),
          writes: new Map([[account, trackingWrites({ newcomers: [newcomer] })]]),
        }),
      );
    const customer = { ...newcomer.profile, state: 'customer' as const };
    const commit = aCommit({ profiles: [fresh(customer)], devices: [fresh(aDevice())] });
    const [outcome, ...batches] = await Promise.all([
      storeOf(0).profiles.commit(scopeOf(account), commit),
      ...manyOf(16, batch),
    ]);
    expect(batches).toEqual(manyOf(16, () => 'recorded'));
    const items = await storeOf(0).outbox.pending(ampleDeadline(), 10_000);
    const created = items.filter((item) => item.account === account).length;
    expect(created).toBe(outcome === 'committed' ? 0 : 1);
  });
});
