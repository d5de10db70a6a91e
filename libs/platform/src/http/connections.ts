import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCode } from '../error-code.ts';

/** Which answers are under way on which connection. */
export interface Connections {
  /** A response that began; it leaves by itself when it is closed. */
  began(socket: Duplex, response: ServerResponse): void;
  underWay(socket: Duplex): readonly ServerResponse[];
  /** Stop accepting; resolves when every answer under way is out and every connection closed. */
  close(): Promise<void>;
  readonly closing: boolean;
}

const serverClosed = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => {
      if (error !== undefined && errorCode(error) !== 'ERR_SERVER_NOT_RUNNING') reject(error);
      else resolve();
    });
  });

const NONE: ReadonlySet<ServerResponse> = new Set();

/** Watches over the connections of a server, so that closing it cuts no answer off and waits for no idle one. */
export const createConnections = (server: Server): Connections => {
  const open = new Map<Duplex, Set<ServerResponse>>();
  let closing = false;
  server.on('connection', (socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  const ended = (socket: Duplex, response: ServerResponse): void => {
    open.get(socket)?.delete(response);
    // Node closes idle connections when the server is closed, not those that become idle afterwards.
    if (closing) setImmediate(() => server.closeIdleConnections());
  };
  const began = (socket: Duplex, response: ServerResponse): void => {
    open.get(socket)?.add(response);
    if (closing) response.setHeader('Connection', 'close');
    response.on('close', () => ended(socket, response));
  };
  const endUnused = (): void => {
    for (const [socket, responses] of open) {
      // Browsers open connections ahead of need; to Node these are not idle.
      if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
      for (const response of responses) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  return {
    began,
    underWay: (socket) => [...(open.get(socket) ?? NONE)],
    close: () => {
      closing = true;
      endUnused();
      return serverClosed(server);
    },
    get closing() {
      return closing;
    },
  };
};
