import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a connection may send at once before anybody has looked at it. */
const BYTES = 63_488;

/** A request, and the server that gets it. */
export type Asked = { readonly url: string; readonly request: string };

export const getOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

export const postOf = (path: string, type: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** So many connections, each of which asks for one of these again and again, in turn, and reads no answer. */
export const askAndNeverRead = async (
  connections: number,
  asked: readonly Asked[],
): Promise<readonly Socket[]> => {
  const silent: Socket[] = [];
  for (let index = 0; index < connections; index += 1) silent.push(await ask(asked[index % asked.length]!));
  return silent;
};

const ask = async ({ url, request }: Asked): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  socket.write(request.repeat(Math.floor(BYTES / request.length)));
  return socket;
};

/** A paused socket hears of its end when it writes: to a closed one a byte is answered with a reset. */
export const cutOff = async (socket: Socket): Promise<void> => {
  const poking = setInterval(() => socket.write('\r\n'), 1_000);
  try {
    if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  } finally {
    clearInterval(poking);
  }
};
