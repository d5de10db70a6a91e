import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A client that sends what it is told, where `fetch` is too polite. */
export interface RawClient {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** All that came until the text has `part` in it. */
  received(part: string): Promise<string>;
  /** All that came until the server closed the connection. */
  closed(): Promise<string>;
}

export const rawClient = async (port: number): Promise<RawClient> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    received: (part) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!text.includes(part)) return;
          socket.off('data', look);
          resolve(text);
        };
        socket.on('data', look);
        look();
      }),
    closed: () => ended,
  };
};

/** Status, headers and body of the one answer in the text. */
export const parseAnswer = (text: string): RawAnswer => {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body };
};

/** Sends the bytes on a connection of their own and waits for the server to close it. */
export const rawAnswer = async (port: number, bytes: string | Buffer): Promise<RawAnswer> => {
  const client = await rawClient(port);
  client.send(bytes);
  return parseAnswer(await client.closed());
};

/** A problem answer must say its status in the body too, have a code that `type` leads to, and carry a request id. */
export const expectProblem = (answer: RawAnswer, status: number, expected?: string): void => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._~-]{1,128}$/);
  const { code, ...body } = JSON.parse(answer.body) as { readonly code: string };
  expect(code).toEqual(expected ?? expect.stringMatching(/^[a-z_]+$/));
  expect(body).toMatchObject({ type: `/problems#${code}`, status });
};
