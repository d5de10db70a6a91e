import { rm } from 'node:fs/promises';
import type { RunningServer } from './running-server.ts';
import { createServerProcess, type ServerCommand } from './server-process.ts';

export interface OwnServer {
  readonly uri: string;
  /** Its temporary data, removed in the end. */
  readonly directory: string;
  readonly command: ServerCommand;
}

/** Starts a server on temporary data; a start that fails leaves none behind. */
export const startOwnServer = async ({ uri, directory, command }: OwnServer): Promise<RunningServer> => {
  const server = createServerProcess(command);
  const removeData = (): Promise<void> => rm(directory, { recursive: true, force: true });
  await server.start().catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  return {
    uri,
    async stop() {
      // An orderly end would write down what is removed right after it.
      await server.kill();
      await removeData();
    },
    kill: () => server.kill(),
    pause: server.hold,
    resume: server.release,
    async restart() {
      await server.end();
      await server.start();
    },
  };
};
