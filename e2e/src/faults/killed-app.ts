import { createRandom, printedSeed } from '@kith/testing/random';
import { describe, expect, test } from 'vitest';
import type { AppName } from '../suite/start-suite.ts';
import { namesOf, useFaultStage } from './fault-stage.ts';
import { recount } from './recount.ts';

const DEVICES = 12;
/** A kill comes after 1 to this many more acknowledged requests. */
const MOST_BETWEEN_KILLS = 60;
/** The next one gets a killed resolver's partitions after that, and only then it is ready: it is at work when it is killed. */
const SESSION_MS = 2_000;
const TEST_MS = 900_000;

/** Kills an app with SIGKILL at random points under load, so many times, and counts again what was acknowledged. */
export const defineKilledApp = (app: AppName, kills: number): void => {
  describe(`${app} killed with SIGKILL under load`, () => {
    const stage = useFaultStage(async () => ({ KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) }));

    test(
      `after ${kills} kills every acknowledged event is counted once, and no identity or consent is lost`,
      async () => {
        const seed = printedSeed(`${app} killed`);
        const random = createRandom(seed);
        const load = stage.load(namesOf(`${app}-${seed}`, DEVICES));
        for (let kill = 0; kill < kills; kill += 1) {
          await load.acknowledge(random(MOST_BETWEEN_KILLS));
          await stage.suite().kill(app);
          await stage.suite().restart(app);
        }
        await load.stop();
        const views = await recount(stage.suite(), load.devices);
        const outcomes = JSON.stringify(load.outcomes());
        process.stderr.write(`${app}: ${kills} kills, ${views} events counted, outcomes ${outcomes}\n`);
        expect(views).toBeGreaterThan(kills);
      },
      TEST_MS,
    );
  });
};
