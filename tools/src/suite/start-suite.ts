import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecretsFile } from '@kith/platform';
import { workspaceRoot } from '../process/workspace-root.ts';
import { freePorts } from '@kith/testing/free-ports';
import { databaseUri } from '../servers/mongodb.ts';
import { startServers, type Progress, type Servers } from '../servers/start-servers.ts';
import { addFirstUser, type FirstUser } from './first-user.ts';
import { startApp, type AppPlan, type SuiteApp } from './suite-app.ts';
import { ARCHITECTURE_PORTS, suitePlan } from './suite-plan.ts';
import { SUITE_SECRETS } from './suite-secrets.ts';

export interface SuiteOptions {
  /** Free ports instead of the usual ones (docs/architecture.md#ports-and-processes). */
  readonly freePorts: boolean;
  /** Where the secrets lie. */
  readonly dataDirectory: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** The apps apart, all ready. */
export interface Suite {
  readonly apps: Readonly<Record<string, SuiteApp>>;
  readonly servers: Servers;
  readonly user: FirstUser;
  readonly isNewUser: boolean;
  stop(): Promise<void>;
}

/** Starts the servers that the environment does not name, then each app as a process of its own. */
export const startSuite = async (options: SuiteOptions, progress: Progress): Promise<Suite> => {
  const servers = await startServers(progress, options.environment);
  try {
    const plans = await planOf(options, servers);
    const user = userOf(options.environment);
    const starting = startApps(plans, progress);
    const [apps, isNewUser] = await Promise.all([starting, addUser(options, servers, user)]).catch(
      async (error: unknown) => {
        await starting.then(stopApps, () => undefined);
        throw error;
      },
    );
    return {
      apps: Object.fromEntries(apps.map((app) => [app.name, app])),
      servers,
      user,
      isNewUser,
      async stop() {
        await stopApps(apps);
        await servers.stop();
      },
    };
  } catch (error) {
    await servers.stop();
    throw error;
  }
};

/** All at once: each waits by itself for what it needs. Where one fails, the others end. */
const startApps = async (plans: readonly AppPlan[], progress: Progress): Promise<readonly SuiteApp[]> => {
  progress(`starting ${plans.map(({ name }) => name).join(', ')}`);
  const starts = plans.map(startApp);
  const outcomes = await Promise.allSettled(starts);
  try {
    return await Promise.all(starts);
  } catch (error) {
    await stopApps(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
    throw error;
  }
};

/** Those that call others end before them. */
const stopApps = async (apps: readonly SuiteApp[]): Promise<void> => {
  for (const app of apps.toReversed()) await app.stop();
};

const addUser = (options: SuiteOptions, servers: Servers, user: FirstUser): Promise<boolean> => {
  const place = {
    credentialsUri: credentialsUri(servers),
    configFile: configFile(options),
    secretsFile: secretsFile(options),
  };
  return addFirstUser(place, user);
};

const planOf = async (options: SuiteOptions, servers: Servers) => {
  await mkdir(options.dataDirectory, { recursive: true });
  await makeSecretsFile(secretsFile(options), SUITE_SECRETS);
  const ports = options.freePorts ? await freePorts(ARCHITECTURE_PORTS.length) : ARCHITECTURE_PORTS;
  return suitePlan({ servers: servers.environment, secretsFile: secretsFile(options), ports });
};

const credentialsUri = ({ environment }: Servers): string =>
  databaseUri(environment.MONGODB_URI, 'kith-auth');

const secretsFile = ({ dataDirectory }: SuiteOptions): string => join(dataDirectory, 'suite-secrets.json');

const configFile = ({ environment }: SuiteOptions): string =>
  environment['CONFIG_FILE'] ?? join(workspaceRoot, 'config/kith.yaml');

const userOf = (environment: NodeJS.ProcessEnv): FirstUser => ({
  account: 'demo',
  username: environment['BOOTSTRAP_USERNAME'] ?? 'admin',
  password: environment['BOOTSTRAP_PASSWORD'] ?? randomBytes(12).toString('base64url'),
});
