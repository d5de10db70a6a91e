import { findKafka } from '../servers/kafka.ts';
import { findMongod } from '../servers/mongodb.ts';
import { nodeRuntime } from '../servers/node-runtime.ts';
import { findRedis } from '../servers/redis.ts';
import { ServerMissing } from '../servers/server-missing.ts';
import { startServers } from '../servers/start-servers.ts';
import { findExecutable, isExecutable } from '../process/find-executable.ts';
import { missingDeployTools } from './deploy-tools.ts';
import { findPromtool } from './promtool.ts';
import { FAULTS_MARK, SERVERS_MARK, type Finding, type Requirement } from './requirement.ts';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const chromium: Requirement = {
  mark: 'chromium',
  name: 'Chromium',
  find: () => {
    const given = process.env['CHROMIUM_PATH'];
    if (given !== undefined && given !== '') {
      return isExecutable(given)
        ? { found: true, environment: { CHROMIUM_PATH: given } }
        : { found: false, reason: `CHROMIUM_PATH names ${given}, which is no executable` };
    }
    const path = findExecutable(chromiumNames);
    return path === undefined
      ? { found: false, reason: 'no Chromium on the PATH; install one, or name it in CHROMIUM_PATH' }
      : { found: true, environment: { CHROMIUM_PATH: path } };
  },
};

/** A Node of another major version. */
const nodeRequirement = (major: number): Requirement => ({
  mark: `node${major}`,
  name: `Node ${major}`,
  find: async () => {
    const runtime = await nodeRuntime(major);
    return 'path' in runtime
      ? { found: true, environment: { [`KITH_NODE_${major}`]: runtime.path } }
      : { found: false, reason: runtime.missing };
  },
});

/** A program that a developer's machine has, and a bare one may not. */
const program = (name: string): Requirement => ({
  mark: name,
  name,
  find: () =>
    findExecutable([name]) === undefined
      ? { found: false, reason: `no ${name} on the PATH` }
      : { found: true, environment: {} },
});

/** What was found, or which server is missing. */
const unlessMissing = async (look: () => Promise<Finding>): Promise<Finding> => {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ServerMissing) return { found: false, reason: error.message };
    throw error;
  }
};

/** The servers behind the adapters: those that the environment names, else started for this run. */
export const servers: Requirement = {
  mark: SERVERS_MARK,
  name: 'MongoDB, Kafka and Redis',
  find: () =>
    unlessMissing(async () => {
      const { environment, stop } = await startServers();
      return { found: true, environment: { ...environment }, release: stop };
    }),
};

/** What suites start for themselves, because they hurt it; servers that the environment names are not theirs to hurt. */
const serverPrograms = (mark: string): Requirement => ({
  mark,
  name: 'the programs of MongoDB, Kafka and Redis',
  find: () =>
    unlessMissing(async () => {
      findMongod();
      await findKafka();
      findRedis();
      return { found: true, environment: {} };
    }),
});

/** The programs that check what `deploy/` holds. */
const deployTools: Requirement = {
  mark: 'deploy-tools',
  name: 'the tools that check deploy/',
  find: () => {
    const missing = missingDeployTools(process.env);
    return missing.length === 0
      ? { found: true, environment: {} }
      : { found: false, reason: `${missing.join(', ')} missing; .ci/install-deploy-tools installs them` };
  },
};

/** Tests the rules of `deploy/monitoring`. */
const promtool: Requirement = {
  mark: 'promtool',
  name: 'promtool',
  find: () => {
    const path = findPromtool(process.env);
    return path === undefined
      ? { found: false, reason: 'promtool is missing; .ci/install-promtool installs it' }
      : { found: true, environment: { KITH_PROMTOOL: path } };
  },
};

const everywhere: readonly Requirement[] = [
  chromium,
  nodeRequirement(22),
  nodeRequirement(24),
  program('git'),
  program('curl'),
  program('openssl'),
  serverPrograms(FAULTS_MARK),
  deployTools,
  promtool,
];

/** Everything that suites of a target may need beyond Node and npm; end-to-end suites start their servers themselves. */
export const requirementsOf = (target: string): readonly Requirement[] => [
  ...everywhere,
  target.startsWith('e2e') ? serverPrograms(SERVERS_MARK) : servers,
];
