import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMINISTRATION_SOCKET } from '@kith/contracts';
import { createHttpServer, type Front, type Lifecycle, type Logger } from '@kith/platform';

export interface AdministrationSocketDeps {
  readonly settings: { readonly DATA_DIR: string };
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
}

/** The most bytes of a call's path and headers. */
const HEADER_BYTES = 16_384;
/** How long an administrator's call may take, in milliseconds. */
const CALL_MS = 30_000;

/**
 * Takes the calls of `kith` at a socket in the data directory. To be called by the process that holds the directory, so
 * that what lies at the path can only be what a killed one left. Without it Kith runs all the same, as on a file system
 * that knows no sockets: then the commands say that the directory is in use.
 */
export const serveAdministration = async (
  { settings, logger, lifecycle }: AdministrationSocketDeps,
  fronts: readonly Front[],
): Promise<void> => {
  const file = join(settings.DATA_DIR, ADMINISTRATION_SOCKET);
  const server = createHttpServer({
    name: 'administration',
    logger,
    headerBytes: HEADER_BYTES,
    deadlineMs: CALL_MS,
    fronts,
  });
  try {
    await server.listenPrivately(file);
  } catch (error) {
    logger.warn(
      { error, file },
      'cannot listen for administrators: no command of kith will reach this process',
    );
    return;
  }
  lifecycle.onClose('administration socket', async () => {
    await server.close();
    await rm(file, { force: true });
  });
};
