import { connect } from 'node:net';
import { join } from 'node:path';
import { ADMINISTRATION_SOCKET, type CallsOf, standaloneCalls } from '@kith/contracts';
import { errorCode, withShortPath } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { callsOver } from './calls-over.ts';
import { Late, postJson } from './post-json.ts';
import { readProblem } from './read-problem.ts';
import { type PostedCall, readAnswer, type Transport } from './transport.ts';

/** The app ended before it answered, and nothing is lost by asking whoever has the data now. */
export class AppLeft extends Unavailable {}

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

/** No file, or one that a process left behind when it was killed. */
const NOBODY: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK']);

/** Whether a process listens on the socket file. Rejects where this user may not connect to it. */
const isAnswering = (file: string): Promise<boolean> => withShortPath(file, canConnect);

const canConnect = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code)) resolve(false);
      else reject(error);
    });
  });

const APP = 'the app that runs on the data';

/** Carries calls to the app behind a socket file, each on a connection of its own. Rejects with `AppLeft` where a call may be made again. */
export const createSocketTransport = (file: string): Transport => ({
  app: APP,
  post: (call) => withShortPath(file, (socketPath) => postTo(socketPath, call)),
});

const postTo = async (socketPath: string, call: PostedCall): Promise<unknown> => {
  const { status, text } = await postJson(call, { socketPath, agent: false }).catch((error: unknown) => {
    throw error instanceof Late ? unavailable('did not answer in time', error) : broken(error, call);
  });
  if (status === 200) return readAnswer(APP, text);
  throw refused(status, text);
};

const unavailable = (reason: string, cause?: unknown): Unavailable => new Unavailable(APP, reason, { cause });

/** Codes of connections that were never made: the call cannot have had an effect. */
const NOT_TAKEN: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED']);

/** What a connection that broke means: an app that ends may have done what it was asked, or not. */
const broken = (cause: unknown, { repeatable }: PostedCall): Unavailable => {
  if (repeatable || NOT_TAKEN.has(errorCode(cause))) return new AppLeft(APP, 'ended', { cause });
  return unavailable('ended before it answered: see whether it has done what it was asked', cause);
};

/** Why the app refused: a problem answer says what is wrong, anything else has a status at least. */
const refused = (status: number, text: string): Unavailable => {
  const { detail, ...code } = readProblem(text);
  const why = `answered with status ${status}${detail === undefined ? '' : `: ${detail}`}`;
  return new Unavailable(APP, why, code);
};
