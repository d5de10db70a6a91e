import { once } from 'node:events';
import { connect } from 'node:net';

/** A request whose headers the server has taken and whose body it waits for. */
export type BegunRequest = {
  /** Sends the body, and answers with the status code and the body of the answer. */
  readonly finish: () => Promise<{ readonly status: number; readonly text: string }>;
};

/** Begins a POST and waits for `100 Continue`: the server works on it by then. */
export const beginRequest = async (baseUrl: string, path: string, body: object): Promise<BegunRequest> => {
  const { hostname, port } = new URL(baseUrl);
  const text = JSON.stringify(body);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `Host: ${hostname}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Expect: 100-continue',
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  );
  const [first] = (await once(socket, 'data')) as [string];
  if (!first.startsWith('HTTP/1.1 100')) throw new Error(`no leave to continue: ${first}`);
  return {
    finish: async () => {
      let answer = '';
      socket.on('data', (chunk: string) => (answer += chunk));
      const closed = once(socket, 'close');
      socket.write(text);
      await closed;
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), text: rest.join('\r\n\r\n') };
    },
  };
};
