import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openMongodbStore } from '@kith/mongodb';
import type { MongodbStore } from '@kith/mongodb';
import { Unavailable } from '@kith/ports';
import {
  aCommit,
  aDevice,
  aProfile,
  deadlineIn,
  fresh,
  manyOf,
  randomAccount,
  replacing,
  scopeOf,
} from '@kith/testing';
import { MongoClient } from 'mongodb';
import { startOwnMongodb } from './mongodb.ts';
import type { RunningServer } from './running-server.ts';

jest.setTimeout(180_000);

const started: { readonly server: RunningServer; readonly store: MongodbStore }[] = [];
const server = (): RunningServer => started[0]!.server;
const store = (): MongodbStore => started[0]!.store;

beforeAll(async () => {
  const own = await startOwnMongodb();
  started.push({ server: own, store: await openMongodbStore({ uri: own.uri, database: 'kith' }) });
});
afterAll(async () => {
  await store().close();
  await server().stop();
});

const account = randomAccount();
const WRITERS = 8;

/** A profile that several writers move on, until they are told to stop. */
const startTraffic = async () => {
  const profile = aProfile();
  await store().profiles.commit(scopeOf(account), aCommit({ profiles: [fresh(profile)] }));
  const counted = { acknowledged: 0, unavailable: 0, stopped: false };
  const write = async (): Promise<void> => {
    while (!counted.stopped) {
      try {
        if (await moveOn(profile)) counted.acknowledged += 1;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        counted.unavailable += 1;
        // A store that is closed refuses at once: nothing else would run between two tries.
        await new Promise(setImmediate);
      }
    }
  };
  const writers = manyOf(WRITERS, write);
  return {
    /** Waits for so many more acknowledged commits. */
    async flows(more: number) {
      const enough = counted.acknowledged + more;
      while (counted.acknowledged < enough) await new Promise(setImmediate);
    },
    /** What was acknowledged, what failed, and the version that is stored. */
    async stop() {
      counted.stopped = true;
      await Promise.all(writers);
      const stored = await store().profiles.stored(scopeOf(account), profile.umid);
      return { ...counted, applied: stored!.version - 1 };
    },
  };
};

/** One transaction on the profile; false where another writer was faster. */
const moveOn = async ({ umid }: { readonly umid: ReturnType<typeof aProfile>['umid'] }): Promise<boolean> => {
  const scope = () => scopeOf(account, deadlineIn(1_000));
  const { profiles } = await store().profiles.load(scope(), { umids: [umid] });
  const { profile } = profiles[0]!;
  const next = replacing({ ...profile, version: profile.version + 1 }, profile.version);
  const commit = aCommit({ profiles: [next], devices: [fresh(aDevice({ umid }))] });
  return (await store().profiles.commit(scope(), commit)) === 'committed';
};

const stepDown = async (): Promise<void> => {
  const client = new MongoClient(server().uri);
  await client.db('admin').command({ replSetStepDown: 1, secondaryCatchUpPeriodSecs: 0, force: true });
  await client.close();
};

describe('a store on a MongoDB', () => {
  test('whose primary steps down goes on with the next one, and nothing acknowledged is lost', async () => {
    const traffic = await startTraffic();
    for (let round = 0; round < 3; round += 1) {
      await traffic.flows(20);
      await stepDown();
    }
    await traffic.flows(20);
    const { acknowledged, unavailable, applied } = await traffic.stop();
    // A commit that ended without an answer may have been applied.
    expect(applied).toBeGreaterThanOrEqual(acknowledged);
    expect(applied).toBeLessThanOrEqual(acknowledged + unavailable);
  });

  test('that is killed and started again has everything that was acknowledged', async () => {
    const traffic = await startTraffic();
    for (let round = 0; round < 3; round += 1) {
      await traffic.flows(20);
      await server().kill();
      await server().restart();
    }
    await traffic.flows(20);
    const { acknowledged, unavailable, applied } = await traffic.stop();
    expect(applied).toBeGreaterThanOrEqual(acknowledged);
    expect(applied).toBeLessThanOrEqual(acknowledged + unavailable);
  });

  test('that is stopped for a while answers Unavailable in time, and is well as soon as it goes on', async () => {
    const traffic = await startTraffic();
    await traffic.flows(20);
    server().pause();
    expect(await store().isReady()).toBe(false);
    server().resume();
    await traffic.flows(20);
    expect(await store().isReady()).toBe(true);
    const { acknowledged, unavailable, applied } = await traffic.stop();
    expect(unavailable).toBeGreaterThanOrEqual(WRITERS);
    expect(applied).toBeGreaterThanOrEqual(acknowledged);
  });
});
