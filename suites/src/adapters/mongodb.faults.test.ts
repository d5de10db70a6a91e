import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openMongodbStore, type MongodbStore } from '@kith/mongodb';
import { Unavailable } from '@kith/ports';
import {
  aCommit,
  aDevice,
  aProfile,
  createCount,
  deadlineIn,
  fresh,
  manyOf,
  randomAccount,
  replacing,
  scopeOf,
} from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { startOwnMongodb, type MongodbServer } from '@kith/tools/servers';

const started: { readonly server: MongodbServer; readonly store: MongodbStore }[] = [];
const server = (): MongodbServer => started[0]!.server;
const store = (): MongodbStore => started[0]!.store;

const ended = useEndings();
beforeAll(async () => {
  const own = await startOwnMongodb();
  ended.push(() => own.stop());
  started.push({ server: own, store: await openMongodbStore({ uri: own.uri, database: 'kith' }) });
  ended.push(() => store().close());
});

const account = randomAccount();
const WRITERS = 8;
/** A store that is closed refuses at once: nothing else would get its turn between two tries. */
const TRY_AGAIN_MS = 10;

/** A test that fails leaves no writers behind. */
const endings = useEndings(afterEach);

/** A profile that several writers move on, until they are told to stop. */
const startTraffic = async () => {
  const profile = aProfile();
  await store().profiles.commit(scopeOf(account), aCommit({ profiles: [fresh(profile)] }));
  const [acknowledged, unavailable] = [createCount(), createCount()];
  let stopped = false;
  endings.push(() => (stopped = true));
  const write = async (): Promise<void> => {
    while (!stopped) {
      try {
        if (await moveOn(profile)) acknowledged.add();
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        unavailable.add();
        await pause(TRY_AGAIN_MS);
      }
    }
  };
  const writers = Promise.all(manyOf(WRITERS, write));
  return {
    /** Waits for so many more acknowledged commits; a writer that meets what no outage explains ends the wait. */
    flows: (more: number) => Promise.race([acknowledged.more(more, 'commits'), writers]),
    /** Waits for so many more commits of which nothing was heard. */
    fails: (more: number) => Promise.race([unavailable.more(more, 'failures'), writers]),
    /** What was acknowledged, what failed, and the version that is stored. */
    async stop() {
      stopped = true;
      await writers;
      const stored = await store().profiles.stored(scopeOf(account), profile.umid);
      return {
        acknowledged: acknowledged.total(),
        unavailable: unavailable.total(),
        applied: stored!.version - 1,
      };
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

describe('a store on a MongoDB', () => {
  test('whose primary steps down goes on with the next one, and nothing acknowledged is lost', async () => {
    const traffic = await startTraffic();
    for (let round = 0; round < 3; round += 1) {
      await traffic.flows(20);
      await server().stepDown();
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
    await server().pause();
    // What was answered before it stood still may only now be read.
    await expect.poll(() => store().isReady()).toBe(false);
    await traffic.fails(WRITERS);
    server().resume();
    await traffic.flows(20);
    expect(await store().isReady()).toBe(true);
    const { acknowledged, unavailable, applied } = await traffic.stop();
    expect(applied).toBeGreaterThanOrEqual(acknowledged);
    expect(applied).toBeLessThanOrEqual(acknowledged + unavailable);
  });
});
