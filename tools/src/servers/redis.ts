import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable, isExecutable } from '../process/find-executable.ts';
import { freePorts, LOOPBACK } from '@kith/testing/free-ports';
import { given } from './given.ts';
import { startOwnServer } from './own-server.ts';
import { givenServer, type RunningServer } from './running-server.ts';
import { ServerMissing } from './server-missing.ts';
import { serversDirectory } from './servers-directory.ts';

/** The Redis that `REDIS_URL` names, else one of its own. */
export const startRedis = async (environment: NodeJS.ProcessEnv = process.env): Promise<RunningServer> => {
  const url = given(environment, 'REDIS_URL');
  return url === undefined ? startOwnRedis(environment) : givenServer(url);
};

/**
 * A Redis on a free port with temporary data. The program is `REDIS_SERVER_PATH`, the one in `KITH_SERVERS_DIR/redis`, or
 * the `redis-server` on the path.
 */
export const startOwnRedis = async (
  environment: NodeJS.ProcessEnv = process.env,
  settings: readonly string[] = [],
): Promise<RunningServer> => {
  const command = findRedis(environment);
  const directory = await mkdtemp(join(tmpdir(), 'kith-redis-'));
  const [port = 0] = await freePorts(1);
  const place = ['--bind', LOOPBACK, '--port', String(port), '--dir', directory];
  return startOwnServer({
    uri: `redis://${LOOPBACK}:${port}`,
    directory,
    command: {
      name: 'Redis',
      command,
      args: [...place, '--save', '', '--appendonly', 'no', ...settings],
      readyLine: /Ready to accept connections/,
      startMs: 20_000,
    },
  });
};

/** The path of the program; throws `ServerMissing` where there is none. */
export const findRedis = (environment: NodeJS.ProcessEnv = process.env): string => {
  const named = given(environment, 'REDIS_SERVER_PATH');
  if (named !== undefined) {
    if (isExecutable(named)) return named;
    throw missing(`REDIS_SERVER_PATH names ${named}, which is no program`);
  }
  const installed = join(serversDirectory(environment), 'redis', 'bin', 'redis-server');
  // A distribution's own, on the path, is often years older than what the installer has put there.
  const found = isExecutable(installed) ? installed : findExecutable(['redis-server'], environment['PATH']);
  if (found !== undefined) return found;
  throw missing(`there is no redis-server at ${installed} nor on the path, and REDIS_URL names none`);
};

const missing = (why: string): ServerMissing => new ServerMissing('Redis', why, '.ci/install-redis');
