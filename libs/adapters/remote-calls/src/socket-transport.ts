import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { errorCode, withShortPath } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { PostedCall, Transport } from './transport.ts';

const APP = 'the app that runs on the data';

/** The app ended before it answered, and nothing is lost by asking whoever has the data now. */
export class AppLeft extends Unavailable {}

/** Carries calls to the app behind a socket file, each on a connection of its own. Rejects with `AppLeft` where a call may be made again. */
export const createSocketTransport = (file: string): Transport => ({
  app: APP,
  post: (call) => withShortPath(file, (socketPath) => postTo(socketPath, call)),
});

const postTo = async (socketPath: string, call: PostedCall): Promise<string> => {
  const sent = send(socketPath, call);
  try {
    const response = await responseTo(sent);
    const text = await textOf(response);
    if (response.statusCode === 200) return text;
    throw unavailable(refusal(response.statusCode, text));
  } catch (error) {
    throw error instanceof Unavailable ? error : brokenConnection(error, call.repeatable);
  }
};

const send = (socketPath: string, { path, body, requestId, deadline }: PostedCall): ClientRequest => {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
  };
  const sent = request({ socketPath, path, method: 'POST', headers, agent: false });
  const tooLate = (): void => void sent.destroy(unavailable('did not answer in time'));
  const timer = setTimeout(tooLate, deadline.remainingMs());
  sent.once('close', () => clearTimeout(timer));
  return sent.end(body);
};

const responseTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const unavailable = (reason: string, cause?: unknown): Unavailable => new Unavailable(APP, reason, { cause });

/** Nobody took the call. */
const NOT_TAKEN: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ECONNREFUSED']);

/** What a connection that broke means: an app that ends may have done what it was asked, or not. */
const brokenConnection = (cause: unknown, repeatable: boolean): Unavailable => {
  if (repeatable || NOT_TAKEN.has(errorCode(cause))) return new AppLeft(APP, 'ended', { cause });
  return unavailable('ended before it answered: see whether it has done what it was asked', cause);
};

/** Why the app refused: a problem answer (RFC 9457) says what is wrong, anything else has a status at least. */
const refusal = (status: number | undefined, text: string): string => {
  const detail = detailOf(text);
  return `answered with status ${status ?? 0}${detail === null ? '' : `: ${detail}`}`;
};

const detailOf = (text: string): string | null => {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return null;
    return typeof problem.detail === 'string' ? problem.detail : null;
  } catch {
    return null;
  }
};
