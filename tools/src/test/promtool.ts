import { join } from 'node:path';
import { isExecutable } from '../process/find-executable.ts';
import { serversDirectory } from '../servers/servers-directory.ts';

/** Where `.ci/install-promtool` puts promtool; undefined where it is not there. */
export const findPromtool = (environment: NodeJS.ProcessEnv): string | undefined => {
  const path = join(serversDirectory(environment), 'promtool', 'bin', 'promtool');
  return isExecutable(path) ? path : undefined;
};
