import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { withShortPath } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { Deadline } from '@kith/ports';
import { brokenConnection, unavailable } from './broken-connection.ts';
import { refusal } from './refusal.ts';

/** One call of the app behind a socket. */
export interface SocketCall<Answer> {
  readonly path: string;
  readonly body: unknown;
  /** Reads the answer; throws where it has another shape. */
  readonly answer: { parse(value: unknown): Answer };
  /** Made twice it does no more than made once. */
  readonly repeatable: boolean;
}

/** Posts a call. Rejects with `AppLeft` where it may be made again, else with `Unavailable`. */
export type PostCall = <Answer>(deadline: Deadline, call: SocketCall<Answer>) => Promise<Answer>;

/** Posts calls to the socket file, each on a connection of its own. */
export const postTo =
  (file: string): PostCall =>
  async (deadline, call) => {
    const text = await withShortPath(file, (socketPath) => exchange(socketPath, deadline, call));
    try {
      return call.answer.parse(JSON.parse(text));
    } catch (cause) {
      throw unavailable('sent an answer that cannot be read', cause);
    }
  };

const exchange = async (
  socketPath: string,
  deadline: Deadline,
  { path, body, repeatable }: SocketCall<unknown>,
): Promise<string> => {
  const sent = send(socketPath, path, JSON.stringify(body), deadline);
  try {
    const response = await responseTo(sent);
    const text = await textOf(response);
    if (response.statusCode === 200) return text;
    throw unavailable(refusal(response.statusCode, text));
  } catch (error) {
    throw error instanceof Unavailable ? error : brokenConnection(error, repeatable);
  }
};

const send = (socketPath: string, path: string, body: string, deadline: Deadline): ClientRequest => {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
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
