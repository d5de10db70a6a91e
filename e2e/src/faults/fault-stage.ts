import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { hangUp } from '../kit/http.ts';
import type { OwnServers } from '../suite/own-servers.ts';
import type { Suite } from '../suite/start-suite.ts';
import { startLoad, type Load, type LoadOptions } from './load.ts';
import type { ReplicaEnvironment, ReplicatedApp } from './replica.ts';
import { startService, type Service } from './service.ts';
import { startStage, type Stage } from './stage.ts';

/** The apps apart over servers of their own, for suites that hurt them. */
export type FaultStage = {
  readonly servers: () => OwnServers;
  readonly suite: () => Suite;
  /** What a further resolver or edge is given, beside its ports. */
  readonly environment: () => ReplicaEnvironment;
  /** A folder of the suite's own. */
  readonly folder: () => string;
  /** Further replicas of an app behind an address of their own; `env` adds to what the stage's apps are given. */
  readonly service: (app: ReplicatedApp, count: number, env?: ReplicaEnvironment) => Promise<Service>;
  /** Devices of these names at the edge, or at another address; they end with the suite, also where the test has failed. */
  readonly load: (names: readonly string[], options?: LoadOptions & { readonly url?: string }) => Load;
};

const START_MS = 240_000;

/** The stage of all suites of this worker, one after the other; it ends with the worker, which holds its control. */
let shared: Promise<Stage> | null = null;

const share = (): Promise<Stage> => (shared ??= startStage());

/** The next suite finds it as it was, or starts another. */
const giveBack = async (stage: Stage): Promise<void> => {
  try {
    await stage.heal();
  } catch (error) {
    process.stderr.write(`the stage is thrown away, as it could not be healed: ${String(error)}\n`);
    shared = null;
    await stage.end();
  }
};

/** Gives the tests of a suite the stage that this worker's suites share. */
export const useFaultStage = (): FaultStage => useStage(share, giveBack);

/** Starts a stage for this suite alone, whose ways to MongoDB and Kafka can be cut and slowed. */
export const useFrontedStage = (): FaultStage =>
  useStage(
    () => startStage(['--fronts']),
    (stage) => stage.end(),
  );

const useStage = (take: () => Promise<Stage>, giveBackTo: (stage: Stage) => Promise<void>): FaultStage => {
  let [stage, folder]: [Stage | null, string] = [null, ''];
  const ending = new AbortController();
  // As many as there are devices.
  setMaxListeners(0, ending.signal);
  const endings = useEndings();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kith-faults-'));
    endings.push(() => rm(folder, { recursive: true }));
    const taken = await take();
    stage = taken;
    endings.push(hangUp);
    endings.push(() => giveBackTo(taken));
    endings.push(() => ending.abort());
  }, START_MS);
  const taken = (): Stage => {
    if (stage === null) throw new Error('the stage has not been set up');
    return stage;
  };
  return {
    servers: () => taken().servers,
    suite: () => taken().suite,
    environment: () => taken().environment,
    folder: () => folder,
    service: async (app, count, env = {}) => {
      const service = await startService(app, count, { ...taken().environment, ...env });
      endings.push(service.stop);
      return service;
    },
    load: (names, { url = taken().suite.url, ...options } = {}) =>
      startLoad(url, names, ending.signal, options),
  };
};

/** Names of devices, which are their customer numbers too. */
export const namesOf = (title: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${title}-${index}`);
