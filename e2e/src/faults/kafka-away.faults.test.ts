import { describe, expect, test } from '@jest/globals';
import { namesOf, useFaultStage } from './fault-stage.ts';
import { startLoad, type Load } from './load.ts';
import { recount } from './recount.ts';

const TEST_MS = 300_000;
const DEVICES = 12;
/** Twice for every device: a first failure that came of the outage's beginning is not enough. */
const FAILURES = 2 * DEVICES;

describe('Kafka, without which nothing is acknowledged that is to be counted', () => {
  const stage = useFaultStage();

  const failWhile = async (load: Load, harm: 'pause' | 'kill', heal: 'resume' | 'restart'): Promise<void> => {
    await stage.servers()[harm]('kafka');
    // They come while nothing answers, so each of them came of a deadline.
    await load.refuse(FAILURES);
    await stage.servers()[heal]('kafka');
    await load.acknowledge(200);
  };

  test(
    'frozen and killed under load: failures in time, and then every acknowledged event counted once',
    async () => {
      const load = startLoad(stage.suite().url, namesOf('kafka', DEVICES));
      await load.acknowledge(100);
      await failWhile(load, 'pause', 'resume');
      await failWhile(load, 'kill', 'restart');
      await load.stop();

      expect(Object.keys(load.outcomes()).sort()).toEqual(['200', '500']);
      const views = await recount(stage.suite(), load.devices);
      process.stderr.write(`kafka: ${views} events counted, outcomes ${JSON.stringify(load.outcomes())}\n`);
    },
    TEST_MS,
  );
});
