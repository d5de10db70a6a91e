import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StartOptions } from '../scenario.ts';
import { populateOnce, type Populate } from './populate.ts';
import { startSuite, type Suite } from '../../suite/start-suite.ts';

/** The apps apart, started for the first scenario that wants them and stopped with the last. */
export interface SharedSuite {
  take(options: StartOptions): Promise<Suite>;
  /** Imports customers until there are so many. */
  populate(customers: number): Promise<void>;
  release(): Promise<void>;
}

/** Makes a suite that scenarios share: two resolvers would share the tracking topic too. */
export const createSharedSuite = (): SharedSuite => {
  let users = 0;
  let running: Promise<StartedSuite> | undefined;
  return {
    take: async ({ environment }) => {
      users += 1;
      running ??= start(environment);
      return (await running).suite;
    },
    populate: async (customers) => {
      await (await running)?.populate(customers);
    },
    release: async () => {
      users -= 1;
      if (users > 0 || running === undefined) return;
      const { suite, directory } = await running;
      await suite.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

interface StartedSuite {
  readonly suite: Suite;
  readonly directory: string;
  readonly populate: Populate;
}

const start = async (environment: NodeJS.ProcessEnv): Promise<StartedSuite> => {
  const directory = await mkdtemp(join(tmpdir(), 'kith-bench-suite-'));
  // Servers that the environment names may hold the users of earlier runs, whose passwords are gone.
  const user = { BOOTSTRAP_USERNAME: `bench-${randomUUID()}` };
  const options = {
    freePorts: true,
    dataDirectory: directory,
    environment: { ...environment, ...user },
  };
  try {
    const suite = await startSuite(options, () => undefined);
    const populate = populateOnce({
      ...environment,
      RESOLVER_URL: suite.apps['identity-resolver']!.url,
      SECRETS_FILE: join(directory, 'suite-secrets.json'),
    });
    return { suite, directory, populate };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
};
