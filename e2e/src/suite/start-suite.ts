import { hangUp } from '../kit/http.ts';
import type { Kith, KithProcess } from '../kit/kith.ts';
import { appEnvironment } from '../kit/plain-environment.ts';
import { firstUser } from '../kit/standalone.ts';
import { startControlled } from './controlled-process.ts';
import type { OwnServers } from './own-servers.ts';

const apps = ['info-ingest', 'identity-resolver', 'activation', 'graphql-query', 'auth-token'] as const;

export type AppName = (typeof apps)[number];

/** The apps apart, each in a process of its own. */
export type Suite = Kith & {
  /** Ends an app with SIGKILL. */
  readonly kill: (app: AppName) => Promise<void>;
  /** Starts an app again on the same ports, and waits until it is ready. */
  readonly restart: (app: AppName) => Promise<void>;
  readonly managementUrl: (app: AppName) => string;
  /** `RESOLVER_URL`. */
  readonly resolverUrl: string;
  /** What the apps have logged. */
  readonly logged: () => string;
};

/** Starts the apps over these servers on free ports; the secrets lie in the data directory. */
export const startSuite = async (
  servers: OwnServers,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Suite> => {
  const environment = {
    ...appEnvironment(),
    ...servers.environment,
    DATA_DIR: dataDir,
    BOOTSTRAP_USERNAME: firstUser.username,
    BOOTSTRAP_PASSWORD: firstUser.password,
    ...env,
  };
  const main = ['tools/dist/suite/main.js', '--free-ports'];
  const started = await startControlled(main, environment, /^Stop with Ctrl-C/);
  const find = (line: RegExp): string => line.exec(started.banner)?.[1] ?? '';
  const managementUrl = (app: AppName): string =>
    find(new RegExp(`Management\\s+(http://[^/]+)/readyz\\s+\\(${app},`));
  const processOf = (app: AppName): KithProcess => ({
    managementUrl: managementUrl(app),
    pid: Number(find(new RegExp(`\\(${app}, process (\\d+)\\)`))),
  });
  return {
    url: find(/Visits\s+(http:\/\/[^/]+)/),
    authUrl: find(/Offline token\s+(http:\/\/[^/]+)/),
    graphqlUrl: find(/GraphQL\s+(http:\/\/[^/]+)/),
    managementUrl,
    resolverUrl: find(/Resolver\s+(http:\/\/\S+)/),
    edge: processOf('info-ingest'),
    processes: apps.map(processOf),
    kill: (app) => started.command(`${app} kill`),
    restart: (app) => started.command(`${app} restart`),
    logged: started.logged,
    stop: () => {
      hangUp();
      return started.stop();
    },
  };
};
