import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that answers each request with whatever bytes a test wants. */
export interface HostileServer {
  readonly port: number;
  /** The heads of the requests that came, and their bodies as far as they came with them. */
  readonly requests: readonly string[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** `answer` is told of each piece that a client sends. */
export const startHostileServer = async (answer: (socket: Socket) => void): Promise<HostileServer> => {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.on('data', (piece) => {
      requests.push(piece.toString('latin1'));
      answer(socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    close: async () => {
      open.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
};
