import { homedir } from 'node:os';
import { join } from 'node:path';
import { given } from './given.ts';

/** Where the installers of `.ci` put what no package manager brings: `KITH_SERVERS_DIR`. */
export const serversDirectory = (environment: NodeJS.ProcessEnv): string =>
  given(environment, 'KITH_SERVERS_DIR') ?? join(homedir(), '.cache', 'kith-servers');
