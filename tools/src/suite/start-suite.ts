import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IDENTITY_RESOLUTION_SECRETS } from '@kith/identity-resolution';
import { INFO_INGEST_SECRETS } from '@kith/info-ingest';
import { makeSecretsFile } from '@kith/platform';
import { TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';
import { workspaceRoot } from '../process/workspace-root.ts';
import { freePorts } from '../servers/free-ports.ts';
import { startServers } from '../servers/start-servers.ts';
import type { Progress, Servers } from '../servers/start-servers.ts';
import { addFirstUser } from './first-user.ts';
import type { FirstUser } from './first-user.ts';
import { startApp } from './suite-app.ts';
import type { SuiteApp } from './suite-app.ts';
import { ARCHITECTURE_PORTS, databaseUri, suitePlan } from './suite-plan.ts';

const SECRETS = [
  ...INFO_INGEST_SECRETS,
  ...IDENTITY_RESOLUTION_SECRETS,
  ...TOKEN_ISSUING_SECRETS,
  'resolver',
];

/** What the suite is started with. */
export interface SuiteOptions {
  /** Free ports instead of the architecture's. */
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
  const started: SuiteApp[] = [];
  const stop = async (): Promise<void> => {
    for (const app of started.splice(0).reverse()) await app.stop();
    await servers.stop();
  };
  try {
    for (const plan of await planOf(options, servers)) {
      progress(`starting ${plan.name}`);
      started.push(await startApp(plan));
    }
    const user = userOf(options.environment);
    const isNewUser = await addFirstUser(
      {
        credentialsUri: credentialsUri(servers),
        configFile: configFile(options),
        secretsFile: secretsFile(options),
      },
      user,
    );
    return {
      apps: Object.fromEntries(started.map((app) => [app.name, app])),
      servers,
      user,
      isNewUser,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};

const planOf = async (options: SuiteOptions, servers: Servers) => {
  await mkdir(options.dataDirectory, { recursive: true });
  await makeSecretsFile(secretsFile(options), [...new Set(SECRETS)]);
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
