import { once } from 'node:events';
import { Agent, createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { LOOPBACK } from '@kith/testing/free-ports';
import type { WireReader } from './wire.ts';

/** A port in front of a server that tells what passes. */
export interface CountingFront {
  /** `HOST:PORT`. */
  readonly place: string;
  close(): void;
}

/** What a front tells of: each command, and each time a client asks after it was answered (a round trip). */
export interface FrontListeners {
  readonly onCommand: (name: string) => void;
  readonly onRoundTrip?: () => void;
}

/** Opens a port in front of a server, whose place is asked for with each connection, as it may not be known yet. */
export const openCountingFront = async (
  target: () => string,
  newReader: () => WireReader,
  listeners: FrontListeners,
): Promise<CountingFront> => {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (outer) => {
    const { hostname: host, port } = new URL(`tcp://${target()}`);
    const inner = connect({ host, port: Number(port), noDelay: true });
    watch(outer, inner, newReader(), listeners);
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => (open.delete(from), to.destroy()));
      from.pipe(to);
    }
  });
  return { place: await placeOf(server), close: () => closed(server, open) };
};

const watch = (
  outer: Socket,
  inner: Socket,
  read: WireReader,
  { onCommand, onRoundTrip }: FrontListeners,
): void => {
  let isAnswered = true;
  inner.on('data', () => (isAnswered = true));
  outer.on('data', (piece: Buffer) => {
    const names = read(piece);
    if (names.length > 0 && isAnswered) {
      isAnswered = false;
      onRoundTrip?.();
    }
    for (const name of names) onCommand(name);
  });
};

/** Opens a port in front of an HTTP server; tells of each request as it begins. */
export const openHttpFront = async (
  target: () => string,
  onRequest: (name: string) => void,
): Promise<CountingFront> => {
  const agent = new Agent({ keepAlive: true });
  const open = new Set<Socket>();
  const server = createHttpServer((asked, answer) => {
    onRequest(`${asked.method ?? ''} ${(asked.url ?? '').split('?')[0]}`);
    const { method, headers } = asked;
    const passed = request(`http://${target()}${asked.url ?? ''}`, { method, headers, agent }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.rawHeaders);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  const place = await placeOf(server);
  const close = (): void => {
    closed(server, open);
    agent.destroy();
  };
  return { place, close };
};

const placeOf = async (server: Server): Promise<string> => {
  await once(server.listen(0, LOOPBACK), 'listening');
  return `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
};

const closed = (server: Server, open: ReadonlySet<Socket>): void => {
  server.close();
  for (const socket of open) socket.destroy();
};
