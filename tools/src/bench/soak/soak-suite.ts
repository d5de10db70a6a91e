import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSecretsFile } from '@kith/platform';
import { freePorts } from '@kith/testing/free-ports';
import { workspaceRoot } from '../../process/workspace-root.ts';
import { databaseUri } from '../../servers/mongodb.ts';
import { openRoughFront } from '../../servers/rough-front.ts';
import { startServers, type Progress, type Servers } from '../../servers/start-servers.ts';
import { addFirstUser, type FirstUser } from '../../suite/first-user.ts';
import { startApp, type AppPlan, type SuiteApp } from '../../suite/suite-app.ts';
import { ARCHITECTURE_PORTS, suitePlan } from '../../suite/suite-plan.ts';
import { SUITE_SECRETS } from '../../suite/suite-secrets.ts';

/** The apps apart with two resolvers, on servers of their own, to be hurt. */
export interface SoakSuite {
  readonly servers: Servers;
  /** By their names; `identity-resolver` and `identity-resolver 2` stand behind one address. */
  readonly apps: Readonly<Record<string, SuiteApp>>;
  readonly user: FirstUser;
  /** What a command is given to ask the resolvers. */
  readonly commands: NodeJS.ProcessEnv;
  /** From now on new calls of the edge reach this resolver, or do not. */
  join(resolver: string): void;
  leave(resolver: string): void;
  stop(): Promise<void>;
}

export const RESOLVERS = ['identity-resolver', 'identity-resolver 2'] as const;
/** After which silence the partitions of a killed resolver go to the other one. */
const SETTINGS = { KAFKA_SESSION_TIMEOUT_MS: '3000', LOG_LEVEL: 'error' };

export const startSoakSuite = async (
  environment: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<SoakSuite> => {
  const endings: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    return await start(environment, progress, endings, stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

const start = async (
  environment: NodeJS.ProcessEnv,
  progress: Progress,
  endings: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<SoakSuite> => {
  const folder = await mkdtemp(join(tmpdir(), 'kith-soak-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const secretsFile = join(folder, 'secrets.json');
  await makeSecretsFile(secretsFile, SUITE_SECRETS);
  const servers = await startServers(progress, { ...environment, ...NONE_GIVEN });
  endings.push(servers.stop);
  const front = await openResolverFront();
  endings.push(front.close);
  const plans = await plansOf(servers, secretsFile, front.place);
  const user = { account: 'demo', username: `soak-${randomUUID()}`, password: randomUUID() };
  const credentialsUri = databaseUri(servers.environment.MONGODB_URI, 'kith-auth');
  await addFirstUser(
    { credentialsUri, configFile: join(workspaceRoot, 'config/kith.yaml'), secretsFile },
    user,
  );
  progress(`starting ${plans.map(({ name }) => name).join(', ')}`);
  const apps: Record<string, SuiteApp> = {};
  for (const { name, plan } of plans) {
    const app = await startApp(plan);
    endings.push(app.stop);
    apps[name] = app;
    if (RESOLVERS.some((one) => one === name)) front.join(name, app.url);
  }
  const joinAgain = (name: string): void => front.join(name, apps[name]!.url);
  const commands = { ...environment, RESOLVER_URL: `http://${front.place}`, SECRETS_FILE: secretsFile };
  return { servers, apps, user, commands, join: joinAgain, leave: front.leave, stop };
};

/** A server that somebody else runs cannot be hurt. */
const NONE_GIVEN = { MONGODB_URI: undefined, KAFKA_BROKERS: undefined, REDIS_URL: undefined };

const plansOf = async (
  { environment }: Servers,
  secretsFile: string,
  resolvers: string,
): Promise<readonly { readonly name: string; readonly plan: AppPlan }[]> => {
  const ports = await freePorts(ARCHITECTURE_PORTS.length + 2);
  const [port = 0, managementPort = 0] = ports.slice(ARCHITECTURE_PORTS.length);
  return suitePlan({ servers: environment, secretsFile, ports }).flatMap((planned) => {
    const asked: AppPlan['environment'] =
      planned.name === 'info-ingest' ? { RESOLVER_URL: `http://${resolvers}` } : {};
    const plan = { ...planned, environment: { ...planned.environment, ...SETTINGS, ...asked } };
    if (plan.name !== RESOLVERS[0]) return [{ name: plan.name, plan }];
    return [
      { name: RESOLVERS[0], plan },
      { name: RESOLVERS[1], plan: { ...plan, port, managementPort } },
    ];
  });
};

/** One address in front of the resolvers, which takes them in turns, as a service of Kubernetes does. */
const openResolverFront = async () => {
  const up = new Map<string, string>();
  let turn = 0;
  // Nobody listens on port 1, so a call is refused where no resolver is up.
  const next = (): string => [...up.values()][(turn += 1) % Math.max(1, up.size)] ?? '127.0.0.1:1';
  const front = await openRoughFront(next);
  return {
    place: front.place,
    close: front.close,
    join: (name: string, url: string) => void up.set(name, new URL(url).host),
    leave: (name: string) => void up.delete(name),
  };
};
