import { describe, expect, test } from 'vitest';
import { flushRedis } from './flush-redis.ts';
import { namesOf, useFaultStage } from './fault-stage.ts';
import { PATIENT_ANSWER_MS, patientConfiguration } from '../kit/patient-configuration.ts';
import { recount } from './recount.ts';

const TEST_MS = 300_000;
const FLUSHES = 5;

describe('Redis, which may be emptied or taken away at any time', () => {
  const stage = useFaultStage();

  test(
    'emptied again and again, killed, started again and frozen: every request is answered, every event counted once',
    async () => {
      const CONFIG_FILE = await patientConfiguration(stage.folder());
      const { url } = await stage.service('info-ingest', 1, { CONFIG_FILE });
      const load = stage.load(namesOf('redis', 12), { url, answerMs: PATIENT_ANSWER_MS });
      await load.acknowledge(100);
      for (let flush = 0; flush < FLUSHES; flush += 1) {
        await flushRedis(stage.servers().environment['REDIS_URL'] ?? '');
        await load.acknowledge(100);
      }
      await stage.servers().kill('redis');
      await load.acknowledge(200);
      await stage.servers().restart('redis');
      await load.acknowledge(200);
      await stage.servers().pause('redis');
      await load.acknowledge(200);
      await stage.servers().resume('redis');
      await load.acknowledge(200);
      await load.stop();

      expect(Object.keys(load.outcomes())).toEqual(['200']);
      const views = await recount(stage.suite(), load.devices);
      process.stderr.write(`redis: ${views} events counted, outcomes ${JSON.stringify(load.outcomes())}\n`);
    },
    TEST_MS,
  );
});
