import { performance } from 'node:perf_hooks';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../errors/error-code.ts';
import { Connection } from './connection.ts';
import { createPipelinedRequests } from './pipelined-requests.ts';
import { readersToEnd, type UnreadBounds } from './unread-answers.ts';

/** Which answers are under way on which connection. */
export interface Connections {
  /** Dispatches a request as soon as its connection has room for its answer, which leaves by itself when it is closed. */
  admit(socket: Duplex, response: ServerResponse, dispatch: () => void): void;
  /** The answers that a connection still waits for, in the order of their requests. */
  unanswered(socket: Duplex): readonly ServerResponse[];
  /** How many are open. */
  count(): number;
  /** Takes no further request of a connection. */
  stop(socket: Duplex): void;
  /** Stop accepting; resolves when every answer under way is out and every connection closed. */
  close(): Promise<void>;
}

/** How often it is looked at how the peers read, in milliseconds: what all can be sent within it exceeds the bound at most. */
const LOOK_MS = 100;

const serverClosed = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => {
      if (error !== undefined && errorCode(error) !== 'ERR_SERVER_NOT_RUNNING') reject(error);
      else resolve();
    });
  });

/**
 * Watches over the connections of a server, so that closing it cuts no answer off and waits for no idle one, and that
 * peers who do not read cost little. `unread` hears of each of them that was ended.
 */
export const createConnections = (server: Server, bounds: UnreadBounds, unread: () => void): Connections => {
  const open = new Map<Duplex, Connection>();
  const pipelined = createPipelinedRequests();
  let closing = false;
  let timer: NodeJS.Timeout | undefined;
  server.on('connection', (socket) => {
    open.set(socket, new Connection(socket, pipelined));
    socket.once('close', () => open.delete(socket));
  });
  const look = (): void => {
    const now = performance.now();
    const busy: Connection[] = [];
    for (const connection of open.values()) {
      if (connection.isIdle) connection.unseen();
      else busy.push(connection);
    }
    const readers = busy.map((connection) => ({ ...connection.look(now), connection }));
    for (const { connection } of readersToEnd(readers, bounds)) {
      connection.socket.destroy();
      unread();
    }
    pipelined.goOn();
    if (busy.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const ended = (connection: Connection, response: ServerResponse): void => {
    connection.ended(response, bounds.idleMs / 2);
    // Node closes idle connections when the server is closed, not those that become idle afterwards.
    if (closing) setImmediate(() => server.closeIdleConnections());
  };
  const admit = (socket: Duplex, response: ServerResponse, dispatch: () => void): void => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    timer ??= setInterval(look, LOOK_MS).unref();
    if (closing) response.setHeader('Connection', 'close');
    response.on('close', () => ended(connection, response));
    connection.admit(response, dispatch);
  };
  const endUnused = (): void => {
    for (const { socket, unanswered } of open.values()) {
      // Browsers open connections ahead of need; to Node these are not idle.
      if (socket.bytesRead === 0) socket.destroy();
      for (const response of unanswered) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  return {
    admit,
    unanswered: (socket) => open.get(socket)?.unanswered ?? [],
    count: () => open.size,
    stop: (socket) => open.get(socket)?.stop(),
    close: () => {
      closing = true;
      endUnused();
      return serverClosed(server);
    },
  };
};
