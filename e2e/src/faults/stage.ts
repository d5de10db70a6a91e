import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../kit/eventually.ts';
import { send } from '../kit/http.ts';
import { newDataDir } from '../kit/standalone.ts';
import { startOwnServers, type OwnServers, type ServerName } from '../suite/own-servers.ts';
import { startSuite, type AppName, type Suite } from '../suite/start-suite.ts';
import type { ReplicaEnvironment } from './replica.ts';
import { saying, within } from './within.ts';

/** The apps apart over servers of their own, to be hurt. */
export type Stage = {
  readonly servers: OwnServers;
  readonly suite: Suite;
  /** What a further resolver or edge is given, beside its ports. */
  readonly environment: ReplicaEnvironment;
  /** Undoes all harm that is not undone yet, and waits until every app is ready. */
  readonly heal: () => Promise<void>;
  readonly end: () => Promise<void>;
};

/** After which silence a resolver's partitions go to others: a killed one is not waited for for long. */
export const SESSION_MS = 3_000;
/** How long harm and cure of a server or an app may take, in milliseconds. */
const COMMAND_MS = 150_000;
const READY_MS = 180_000;

export const startStage = async (flags: readonly '--fronts'[] = []): Promise<Stage> => {
  const servers = await startOwnServers(flags);
  const dataDir = await newDataDir();
  const removeData = removedAtExit(dataDir);
  try {
    const settings = { LOG_LEVEL: 'error', KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) };
    const suite = await startSuite(servers, dataDir, settings);
    return stageOf(servers, suite, join(dataDir, 'suite-secrets.json'), removeData);
  } catch (error) {
    await servers.stop();
    removeData();
    throw error;
  }
};

/** A stage that is shared ends with its worker, which the runner ends with SIGTERM. */
const removedAtExit = (dataDir: string): (() => void) => {
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  const end = (): never => process.exit();
  process.once('exit', remove).once('SIGTERM', end);
  return () => {
    process.off('exit', remove).off('SIGTERM', end);
    remove();
  };
};

const stageOf = (servers: OwnServers, suite: Suite, secrets: string, removeData: () => void): Stage => {
  const cures = new Map<string, () => Promise<void>>();
  const hurtful = { servers: curableServers(servers, cures), suite: curableApps(suite, cures) };
  return {
    ...hurtful,
    environment: replicaEnvironment(servers, suite, secrets),
    heal: async () => {
      for (const cure of cures.values()) await cure();
      await Promise.all(suite.processes.map(({ managementUrl }) => untilReady(managementUrl)));
    },
    end: async () => {
      await suite.stop();
      await servers.stop();
      removeData();
    },
  };
};

const untilReady = (managementUrl: string): Promise<unknown> =>
  saying(
    `the app whose management is at ${managementUrl} to be ready after a suite`,
    eventually(
      () => send(managementUrl, '/readyz').catch(() => null),
      (answer) => answer?.status === 200,
      READY_MS,
    ),
  );

type Cures = Map<string, () => Promise<void>>;
type Harm<Name> = (name: Name) => Promise<void>;

/** Harm with its cure, which is noted until it has been called. */
const curable = <Name extends string>(
  cures: Cures,
  [what, harm]: readonly [string, Harm<Name>],
  [undoing, undo]: readonly [string, Harm<Name>],
): readonly [Harm<Name>, Harm<Name>] => {
  const key = (name: Name): string => `${name} ${what}`;
  const cure = async (name: Name): Promise<void> => {
    await within(COMMAND_MS, `${name} to ${undoing}`, undo(name));
    cures.delete(key(name));
  };
  const hurt = async (name: Name): Promise<void> => {
    cures.set(key(name), () => cure(name));
    await within(COMMAND_MS, key(name), harm(name));
  };
  return [hurt, cure];
};

const curableServers = (servers: OwnServers, cures: Cures): OwnServers => {
  const [kill, restart] = curable<ServerName>(cures, ['kill', servers.kill], ['restart', servers.restart]);
  const [pause, resume] = curable<ServerName>(cures, ['pause', servers.pause], ['resume', servers.resume]);
  return { ...servers, kill, restart, pause, resume };
};

const curableApps = (suite: Suite, cures: Cures): Suite => {
  const [kill, restart] = curable<AppName>(cures, ['kill', suite.kill], ['restart', suite.restart]);
  return { ...suite, kill, restart };
};

const replicaEnvironment = (
  { environment: { MONGODB_URI = '', ...others } }: OwnServers,
  { resolverUrl }: Suite,
  secrets: string,
): ReplicaEnvironment => ({
  ...others,
  MONGODB_URI: MONGODB_URI.replace('/?', '/kith?'),
  RESOLVER_URL: resolverUrl,
  SECRETS_FILE: secrets,
  KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS),
});
