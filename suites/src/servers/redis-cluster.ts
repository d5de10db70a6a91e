import { setTimeout } from 'node:timers/promises';
import { freePorts } from '@kith/testing/free-ports';
import { runQuietly } from '@kith/tools/process';
import { startOwnRedis, type RunningServer } from '@kith/tools/servers';

const SLOTS = 16_384;
const NODES = 3;
/** New nodes know each other after a second or two. */
const PATIENCE = { tries: 300, pauseMs: 100 };

/** A Redis Cluster of three masters. */
export interface RedisCluster {
  /** `redis+cluster://` with all nodes. */
  readonly uri: string;
  readonly nodes: readonly RunningServer[];
  stop(): Promise<void>;
}

interface Node extends RunningServer {
  /** Where the nodes talk to each other. */
  readonly busPort: number;
}

/** Starts three masters on free ports that share the slots evenly. */
export const startOwnRedisCluster = async (
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RedisCluster> => {
  const ports = await freePorts(NODES);
  const nodes = await Promise.all(ports.map((busPort) => startNode(environment, busPort)));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  await unite(nodes).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { uri: `redis+cluster://${nodes.map(({ uri }) => new URL(uri).host).join(',')}`, nodes, stop };
};

const startNode = async (environment: NodeJS.ProcessEnv, busPort: number): Promise<Node> => {
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)];
  return { ...(await startOwnRedis(environment, settings)), busPort };
};

const unite = async (nodes: readonly Node[]): Promise<void> => {
  for (const [index, node] of nodes.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.ceil((part * SLOTS) / NODES));
    await ask(node, 'ADDSLOTSRANGE', String(from), String(to! - 1));
    await ask(node, 'SET-CONFIG-EPOCH', String(index + 1));
  }
  for (const { uri, busPort } of nodes.slice(1)) {
    const { hostname, port } = new URL(uri);
    await ask(nodes[0]!, 'MEET', hostname, port, String(busPort));
  }
  await Promise.all(nodes.map(untilWell));
};

const untilWell = async (node: RunningServer): Promise<void> => {
  for (let tries = 0; tries < PATIENCE.tries; tries += 1) {
    if ((await ask(node, 'INFO')).includes('cluster_state:ok')) return;
    await setTimeout(PATIENCE.pauseMs);
  }
  throw new Error('the nodes of the Redis Cluster did not find each other');
};

const ask = (node: RunningServer, ...words: readonly string[]): Promise<string> =>
  runQuietly('redis-cli', ['-u', node.uri, '-e', 'CLUSTER', ...words]);
