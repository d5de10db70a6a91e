import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { namesOf, useFaultStage } from './fault-stage.ts';
import { createPersistentDevice, viewOf, visitOf, type PersistentDevice } from './persistent-device.ts';
import { recount } from './recount.ts';

const TEST_MS = 300_000;
/** How long MongoDB stays away, in milliseconds: longer than any wait of a driver in between. */
const OUTAGE_MS = 20_000;
const WARM_STEPS = 4;

describe('MongoDB, without which only those who are known already are served', () => {
  const stage = useFaultStage();
  let devices: readonly PersistentDevice[];
  let views = 0;

  beforeAll(async () => {
    devices = namesOf('mongodb', 8).map((name) => createPersistentDevice(stage.suite().url, name));
    await Promise.all(devices.map(visitAWhile));
  }, TEST_MS);

  const visitAWhile = async (device: PersistentDevice): Promise<void> => {
    const visit = visitOf(device.name);
    for (let step = 0; step < WARM_STEPS; step += 1) await device.send(visit.next().value);
  };

  /** Redis may miss a moment on a busy machine; what counts is that the store is not needed. */
  const track = (device: PersistentDevice): Promise<void> => {
    views += 1;
    return device.send(viewOf(device.name, `away-${views}`));
  };

  const decideFor = (device: PersistentDevice): Promise<number | null> =>
    device.tryOnce({ query: `&customerId=${device.name}`, body: { permission: { 'CS-OM': true } } });

  /** Everything here is answered while MongoDB is away, or it is never answered. */
  const liveWithout = async (): Promise<void> => {
    const isOver = pause(OUTAGE_MS).then(() => true);
    do {
      await Promise.all(devices.map(track));
      expect(await Promise.all(devices.map(decideFor))).toEqual(devices.map(() => 500));
    } while (!(await Promise.race([isOver, Promise.resolve(false)])));
  };

  const bringBack = async (): Promise<void> => {
    await Promise.all(
      devices.map((device) => device.send({ query: '', body: { permission: { 'CS-OM': true } } })),
    );
    await Promise.all(devices.map((device) => device.send(viewOf(device.name, `back-${(views += 1)}`))));
  };

  test(
    'frozen for 20 s, tracking goes on, what needs the store is a 500 in time, and all is well afterwards',
    async () => {
      await stage.servers().pause('mongodb');
      await liveWithout().finally(() => stage.servers().resume('mongodb'));
      await bringBack();
    },
    TEST_MS,
  );

  test(
    'killed for 20 s, tracking goes on, what needs the store is a 500 in time, and all is well afterwards',
    async () => {
      await stage.servers().kill('mongodb');
      await liveWithout().finally(() => stage.servers().restart('mongodb'));
      await bringBack();
    },
    TEST_MS,
  );

  test(
    'nothing that was acknowledged is lost, and nothing is counted twice',
    async () => {
      process.stderr.write(`mongodb: ${await recount(stage.suite(), devices)} events counted\n`);
    },
    TEST_MS,
  );
});
