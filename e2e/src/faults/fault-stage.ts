import { setMaxListeners } from 'node:events';
import { beforeAll } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnServers, type OwnServers } from '../suite/own-servers.ts';
import { startSuite, type Suite } from '../suite/start-suite.ts';
import { startLoad, type Load, type LoadOptions } from './load.ts';

/** The apps apart over servers of their own, for suites that hurt them. */
export type FaultStage = {
  readonly servers: () => OwnServers;
  readonly suite: () => Suite;
  /** Devices of these names at the edge; they end with the stage, also where the test has failed. */
  readonly load: (names: readonly string[], options?: LoadOptions) => Load;
};

const START_MS = 240_000;

/**
 * Starts the stage before the tests of a suite and clears it away after them; `environment` adds to the apps', `flags` to
 * the servers'.
 */
export const useFaultStage = (
  environment: (dataDir: string) => Promise<Readonly<Record<string, string>>> = async () => ({}),
  flags: readonly '--fronts'[] = [],
): FaultStage => {
  let servers: OwnServers;
  let suite: Suite;
  const ending = new AbortController();
  // As many as there are devices.
  setMaxListeners(0, ending.signal);
  const endings = useEndings();
  beforeAll(async () => {
    servers = await startOwnServers(flags);
    endings.push(servers.stop);
    const dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    suite = await startSuite(servers, dataDir, { LOG_LEVEL: 'error', ...(await environment(dataDir)) });
    endings.push(suite.stop);
    endings.push(() => ending.abort());
  }, START_MS);
  return {
    servers: () => servers,
    suite: () => suite,
    load: (names, options) => startLoad(suite.url, names, ending.signal, options),
  };
};

/** Names of devices, which are their customer numbers too. */
export const namesOf = (title: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${title}-${index}`);
