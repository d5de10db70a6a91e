import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { extentOf } from '@kith/testing';
import { eventually } from '../kit/eventually.ts';
import { SPOOLING, spoolAt, type SpoolState } from '../spool/spool-state.ts';
import { namesOf, useFaultStage } from './fault-stage.ts';
import { PATIENT_ANSWER_MS, patientConfiguration } from '../kit/patient-configuration.ts';
import { recount } from './recount.ts';
import { saying } from './within.ts';

const TEST_MS = 400_000;
/** Longer than every wait of the edge's producer; in the long run, as long as operators take to notice. */
const AWAY_MS = extentOf({ short: 10_000, long: 60_000 });
/** How long a device looks at a page, in milliseconds: what is spooled in a minute is recorded in seconds. */
const PACE_MS = 50;
/** How long what was spooled in that time may take to be drained, in milliseconds. */
const DRAINED_MS = 180_000;

describe('Kafka stopped for a while, with a spool at the edge', () => {
  const stage = useFaultStage();

  test(
    'the edge killed in the middle: every request is acknowledged, every event counted once',
    async () => {
      const CONFIG_FILE = await patientConfiguration(stage.folder());
      const SPOOL_DIR = join(stage.folder(), 'edge');
      const { url, replicas } = await stage.service('info-ingest', 1, { CONFIG_FILE, SPOOL_DIR });
      const edge = replicas[0]!;
      const state = (): Promise<SpoolState> => spoolAt(edge.managementUrl);
      const load = stage.load(namesOf('spool', 12), { url, paceMs: PACE_MS, answerMs: PATIENT_ANSWER_MS });
      await load.acknowledge(200);
      await stage.servers().kill('kafka');
      const away = pause(AWAY_MS);
      await load.acknowledge(500);
      expect(await state()).toMatchObject({ status: 200, notes: [SPOOLING] });

      await edge.kill();
      await edge.start();
      const { records } = await state();
      await load.acknowledge(500);
      await away;
      expect(await state()).toMatchObject({ status: 200, notes: [SPOOLING] });
      expect((await state()).records).toBeGreaterThan(records);

      await stage.servers().restart('kafka');
      const isDrained = (seen: SpoolState): boolean => seen.notes.length === 0 && seen.records === 0;
      await saying('the spool to be drained', eventually(state, isDrained, DRAINED_MS));
      await load.acknowledge(200);
      await load.stop();
      // What the killed edge was asked, and what was asked while it was not there.
      expect(Object.keys(load.outcomes()).filter((outcome) => outcome !== 'broken')).toEqual(['200']);
      const views = await recount(stage.suite(), load.devices);
      const outcomes = JSON.stringify(load.outcomes());
      process.stderr.write(`spool: ${views} events counted, ${records} at the kill, outcomes ${outcomes}\n`);
    },
    TEST_MS,
  );
});
