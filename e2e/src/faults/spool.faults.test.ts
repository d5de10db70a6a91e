import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { SPOOLING, spoolState, type SpoolState } from '../spool/spool-state.ts';
import { namesOf, useFaultStage } from './fault-stage.ts';
import { PATIENT_ANSWER_MS, patientConfiguration } from './patient-configuration.ts';
import { recount } from './recount.ts';

const TEST_MS = 400_000;
const AWAY_MS = 60_000;
/** How long a device looks at a page, in milliseconds: what is spooled in a minute is recorded in seconds. */
const PACE_MS = 50;
/** How long what was spooled in that time may take to be drained, in milliseconds. */
const DRAINED_MS = 60_000;

describe('Kafka stopped for a minute, with a spool at the edge', () => {
  const stage = useFaultStage(async (dataDir) => ({
    CONFIG_FILE: await patientConfiguration(dataDir),
    SPOOL_DIR: join(dataDir, 'edge'),
  }));
  const state = (): Promise<SpoolState> => spoolState(stage.suite());

  test(
    'the edge killed in the middle: every request is acknowledged, every event counted once',
    async () => {
      const load = stage.load(namesOf('spool', 12), { paceMs: PACE_MS, answerMs: PATIENT_ANSWER_MS });
      await load.acknowledge(200);
      await stage.servers().kill('kafka');
      const away = pause(AWAY_MS);
      await load.acknowledge(500);
      expect(await state()).toMatchObject({ status: 200, notes: [SPOOLING] });

      await stage.suite().kill('info-ingest');
      await stage.suite().restart('info-ingest');
      const { records } = await state();
      await load.acknowledge(500);
      await away;
      expect(await state()).toMatchObject({ status: 200, notes: [SPOOLING] });
      expect((await state()).records).toBeGreaterThan(records);

      await stage.servers().restart('kafka');
      await eventually(state, (seen) => seen.notes.length === 0 && seen.records === 0, DRAINED_MS);
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
