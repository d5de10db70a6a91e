import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  aCommit,
  aDevice,
  ampleDeadline,
  aProfile,
  createCuttableProxy,
  deadlineIn,
  fresh,
  manyOf,
  randomAccount,
  randomUmid,
  replacing,
  scopeOf,
  type CuttableProxy,
} from '@kith/testing';
import { Unavailable } from '@kith/ports';
import { useEndings } from '@kith/testing/use-endings';
import { databaseUnderTest } from './engine/database-under-test.fake.ts';
import { openMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

interface Outage {
  readonly proxy: CuttableProxy;
  readonly store: MongodbStore;
}

const made: Outage[] = [];
const current = (): Outage => made.at(-1)!;

/** A direct connection: the members of a replica set say themselves where they are to be reached. */
const through = ({ host, port }: CuttableProxy): string => `mongodb://${host}:${port}/?directConnection=true`;

const endings = useEndings(afterEach);
beforeEach(async () => {
  const { uri, database, drop } = databaseUnderTest();
  endings.push(drop);
  const { hostname: host, port } = new URL(uri.split(',')[0]!);
  const proxy = await createCuttableProxy({ host, port: Number(port) });
  endings.push(() => proxy.close());
  const store = await openMongodbStore({ uri: through(proxy), database });
  endings.push(() => store.close());
  endings.push(() => proxy.mend());
  made.push({ proxy, store });
});

const BOUND_MS = 400;
const soon = (account = randomAccount()) => scopeOf(account, deadlineIn(BOUND_MS));

/** One call of every kind, each with a deadline of its own. */
const calls = ({ profiles, tracking, outbox }: MongodbStore): readonly Promise<unknown>[] => {
  const profile = aProfile();
  return [
    profiles.load(soon(), { umdid: aDevice().umdid, umids: [profile.umid] }),
    profiles.stored(soon(), profile.umid),
    profiles.activities(soon(), [randomUmid()]),
    profiles.commit(soon(), aCommit({ profiles: [fresh(profile)] })),
    profiles.commit(soon(), aCommit({ profiles: [fresh(aProfile())], devices: [fresh(aDevice())] })),
    tracking.position(deadlineIn(BOUND_MS), 'topic', 0),
    outbox.pending(deadlineIn(BOUND_MS), 1),
  ];
};

const expectUnavailable = async (store: MongodbStore): Promise<void> => {
  const outcomes = await Promise.allSettled(calls(store));
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { dependency: 'mongodb' } });
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(Unavailable);
  }
};

const expectWell = async ({ profiles }: MongodbStore): Promise<void> => {
  const [scope, profile] = [scopeOf(randomAccount()), aProfile()];
  const device = aDevice({ umid: profile.umid });
  const commit = aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] });
  expect(await profiles.commit(scope, commit)).toBe('committed');
  expect((await profiles.load(scope, { umdid: device.umdid })).current).toEqual(profile);
};

describe('while MongoDB', () => {
  test.each(['cut', 'stall'] as const)('is away (%s), every call is Unavailable in time', async (how) => {
    const { proxy, store } = current();
    await expectWell(store);
    proxy[how]();
    await expectUnavailable(store);
    expect(await store.isReady()).toBe(false);
    proxy.mend();
    await expectWell(store);
    expect(await store.isReady()).toBe(true);
  });

  test('hangs, calls that nobody waits for any more hold no connection', async () => {
    const { proxy, store } = current();
    proxy.stall();
    for (let round = 0; round < 3; round += 1) {
      const loads = manyOf(150, () => store.profiles.load(soon(), { umdid: aDevice().umdid }));
      await Promise.allSettled(loads);
    }
    proxy.mend();
    await expectWell(store);
  });

  test('is away for a moment, a transaction goes on by itself and is applied once', async () => {
    const { proxy, store } = current();
    const [scope, profile] = [scopeOf(randomAccount()), aProfile()];
    await store.profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    for (let version = 1; version <= 10; version += 1) {
      const commit = aCommit({
        profiles: [replacing({ ...profile, version: version + 1 }, version)],
        devices: [fresh(aDevice())],
      });
      const outcome = store.profiles.commit(scope, commit);
      setImmediate(() => {
        proxy.cut();
        proxy.mend();
      });
      // A commit whose acknowledgement was lost may meet itself: then it says conflict, and its effect is there.
      expect(['committed', 'conflict']).toContain(await outcome);
      expect(await store.profiles.stored(scope, profile.umid)).toMatchObject({ version: version + 1 });
    }
  });

  test('is away, opening says so instead of waiting for ever', async () => {
    const { proxy } = current();
    proxy.cut();
    const uri = `${through(proxy)}&serverselectiontimeoutms=300`;
    const opening = openMongodbStore({ uri, database: 'kith' });
    await expect(opening).rejects.toThrow(Unavailable);
  });
});

describe('a store that was closed', () => {
  test('answers Unavailable', async () => {
    const { uri, database } = databaseUnderTest();
    const store = await openMongodbStore({ uri, database });
    await store.close();
    await expect(store.profiles.stored(scopeOf(randomAccount()), randomUmid())).rejects.toThrow(Unavailable);
    await expect(store.tracking.position(ampleDeadline(), 'topic', 0)).rejects.toThrow(Unavailable);
    expect(await store.isReady()).toBe(false);
  });
});
