import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { extentOf } from '@kith/testing';
import { namesOf, useFaultStage } from './fault-stage.ts';
import type { Load } from './load.ts';
import { startOwnResolvers } from './own-resolvers.ts';
import { returningVisitOf } from './persistent-device.ts';
import { recount } from './recount.ts';

const TEST_MS = 600_000;
/** Longer than every wait of the resolver, its driver and its pool. */
const OUTAGE_MS = extentOf({ short: 6_000, long: 20_000 });
/** What the URI says of those waits: nothing where the outage is longer than what is waited by itself. */
const WAITS = extentOf({
  short:
    '&serverSelectionTimeoutMS=3000&waitQueueTimeoutMS=3000&connectTimeoutMS=2000&heartbeatFrequencyMS=500',
  long: '',
});
const DEVICES = 8;
/** Twice for every device: a first failure that came of the outage's beginning is not enough. */
const FAILURES = 2 * DEVICES;
const PAGES = 100;
const STEP_DOWNS = 3;

describe('MongoDB, without which those who are known are counted and nobody else is served', () => {
  const stage = useFaultStage();

  const awayFor = async (
    [deciding, returning]: readonly [Load, Load],
    harm: 'pause' | 'kill',
    heal: 'resume' | 'restart',
  ): Promise<void> => {
    await stage.servers()[harm]('mongodb');
    await Promise.all([deciding.refuse(FAILURES), returning.acknowledge(PAGES), pause(OUTAGE_MS)]);
    await stage.servers()[heal]('mongodb');
    await Promise.all([deciding.acknowledge(FAILURES), returning.acknowledge(PAGES)]);
  };

  const count = async (loads: readonly Load[]): Promise<void> => {
    await Promise.all(loads.map((load) => load.stop()));
    const outcomes = loads.map((load) => load.outcomes());
    // Every failure was an answer in time: a request that hangs ends its load, and so does a strange answer.
    for (const outcome of outcomes)
      expect(['200', '500', '503']).toEqual(expect.arrayContaining(Object.keys(outcome)));
    const views = await recount(
      stage.suite(),
      loads.flatMap(({ devices }) => devices),
    );
    process.stderr.write(`mongodb: ${views} events counted, outcomes ${JSON.stringify(outcomes)}\n`);
  };

  test(
    'frozen and killed for longer than anybody waits, under load: failures in time, tracking goes on, and then every event counted once',
    async () => {
      const MONGODB_URI = `${stage.environment()['MONGODB_URI']}${WAITS}`;
      const { url, end } = await startOwnResolvers(stage, 1, { MONGODB_URI });
      const deciding = stage.load(namesOf('deciding', DEVICES), { url });
      const returning = stage.load(namesOf('returning', DEVICES), {
        url,
        visit: returningVisitOf,
        paceMs: 50,
      });
      await Promise.all([deciding.acknowledge(PAGES), returning.acknowledge(PAGES)]);
      await awayFor([deciding, returning], 'pause', 'resume');
      await awayFor([deciding, returning], 'kill', 'restart');
      await count([deciding, returning]);
      await end();
      await stage.suite().restart('identity-resolver');
    },
    TEST_MS,
  );

  test(
    'whose primary steps down again and again under load: it goes on with the next one, every event counted once',
    async () => {
      const deciding = stage.load(namesOf('stepping', DEVICES));
      for (let round = 0; round < STEP_DOWNS; round += 1) {
        await deciding.acknowledge(PAGES);
        await stage.servers().stepDown();
      }
      await deciding.acknowledge(PAGES);
      await count([deciding]);
    },
    TEST_MS,
  );
});
