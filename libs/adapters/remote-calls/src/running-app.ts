import { join } from 'node:path';
import { ADMINISTRATION_SOCKET, standaloneCalls, type CallsOf } from '@kith/contracts';
import { callsOver } from './calls-over.ts';
import { isAnswering } from './is-answering.ts';
import { createSocketTransport } from './socket-transport.ts';

/** What an app that runs on the data takes at its socket. */
export type RunningApp = CallsOf<typeof standaloneCalls>;

/**
 * The app that runs on this data directory; null where none listens at its socket. Its calls reject with `AppLeft`
 * where it ends meanwhile and the call may be made again.
 */
export const findRunningApp = async (dataDirectory: string): Promise<RunningApp | null> => {
  const file = join(dataDirectory, ADMINISTRATION_SOCKET);
  return (await isAnswering(file)) ? callsOver(createSocketTransport(file), standaloneCalls) : null;
};
