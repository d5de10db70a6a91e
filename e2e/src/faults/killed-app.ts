import { extentOf, type Extents } from '@kith/testing';
import { createRandom, printedSeed } from '@kith/testing/random';
import { describe, expect, test } from 'vitest';
import { namesOf, useFaultStage, type FaultStage } from './fault-stage.ts';
import { startOwnResolvers, type OwnResolvers } from './own-resolvers.ts';
import { recount } from './recount.ts';
import type { ReplicatedApp } from './replica.ts';

const DEVICES = 12;
/** A pair of kills comes after 1 to this many more acknowledged requests. */
const MAX_BETWEEN_KILLS = 60;
/** The group gives a killed resolver's partitions to others after that, and only then a new one is ready: at work when it is killed. */
const ENVIRONMENT = { KAFKA_SESSION_TIMEOUT_MS: '2000' };
const TEST_MS = 900_000;

export type KillPlan = {
  readonly app: ReplicatedApp;
  /** How many run side by side, behind one address. */
  readonly replicas: number;
  /** How many of them are up at least when one is killed, beside that one. */
  readonly spared: number;
  readonly kills: number;
  /** How often the only one is killed where there are no others. */
  readonly killsOfOne: Extents<number>;
};

/** Kills an app with SIGKILL at random points under load, and counts again what was acknowledged. */
export const defineKilledApp = ({ app, replicas, spared, kills, killsOfOne }: KillPlan): void => {
  describe(`${app} killed with SIGKILL under load`, () => {
    const stage = useFaultStage();
    const alone = extentOf(killsOfOne);
    const kill = { app, stage };

    test(
      `${kills} kills among ${replicas} replicas, in pairs of which the second comes while the first still starts: every acknowledged event is counted once, and no identity or consent is lost`,
      async () => {
        const overlapping = await killUnderLoad({ ...kill, replicas, spared, kills });
        expect(overlapping).toBeGreaterThanOrEqual(kills / 2);
      },
      TEST_MS,
    );

    test(
      `${alone} kills of the only one: every acknowledged event is counted once, and no identity or consent is lost`,
      () => killUnderLoad({ ...kill, replicas: 1, spared: 0, kills: alone }),
      TEST_MS,
    );
  });
};

type Kills = Omit<KillPlan, 'killsOfOne'> & { readonly stage: FaultStage };

/** Answers with how many kills came while another replica still started. */
const killUnderLoad = async ({ app, stage, replicas, spared, kills }: Kills): Promise<number> => {
  const seed = printedSeed(`${app}, of which there are ${replicas}, killed`);
  const random = createRandom(seed);
  const { service, url, end } = await startReplicas(stage, app, replicas);
  const load = stage.load(namesOf(`${app}-${replicas}-${seed}`, DEVICES), { url });
  const done = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const isSecond = replicas > 1 && kill % 2 === 1;
    await load.acknowledge(isSecond ? DEVICES / 2 : random(MAX_BETWEEN_KILLS));
    done.push(await service.killOne(random, spared));
  }
  await service.whole();
  await load.stop();
  const views = await recount(stage.suite(), load.devices);
  await end();
  const overlapping = done.filter(({ restarting }) => restarting > 0).length;
  const connected = done.filter(({ connections }) => connections > 0).length;
  process.stderr.write(
    `${app}: ${kills} kills among ${replicas}, ${connected} of one with connections, ${overlapping} while another started, ` +
      `${views} events counted, outcomes ${JSON.stringify(load.outcomes())}\n`,
  );
  expect(views).toBeGreaterThan(kills);
  return overlapping;
};

/** The replicas, and the address of the edge: themselves, or one that asks these resolvers and no other. */
const startReplicas = async (stage: FaultStage, app: ReplicatedApp, count: number): Promise<OwnResolvers> => {
  if (app === 'identity-resolver') return startOwnResolvers(stage, count, ENVIRONMENT);
  const service = await stage.service(app, count);
  return { service, url: service.url, end: service.stop };
};
