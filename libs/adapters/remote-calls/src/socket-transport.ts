import { errorCode, withShortPath } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import { Late, postJson } from './post-json.ts';
import { readProblem } from './read-problem.ts';
import { readAnswer, type PostedCall, type Transport } from './transport.ts';

const APP = 'the app that runs on the data';

/** The app ended before it answered, and nothing is lost by asking whoever has the data now. */
export class AppLeft extends Unavailable {}

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
