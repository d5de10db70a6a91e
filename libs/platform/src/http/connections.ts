import { setImmediate as nextTurn } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../errors/error-sentence.ts';
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
  /** From now on a connection ends with its next answer. */
  leave(): void;
  /** Stop accepting; resolves when every answer under way is out and every connection closed. */
  close(): Promise<void>;
}

/** How often it is looked at how the peers read, in milliseconds: what all can be sent within it exceeds the bound at most. */
const LOOK_MS = 100;

/** So many turns of the loop without a new connection or request: nothing waits in the system any more. */
const QUIET_TURNS = 3;
/** Somebody may connect in every turn. */
const MAX_TURNS = 1_000;

/**
 * Waits until what the system had taken for the process is read, as long as `taken` grows by it: one connection is accepted
 * in a turn of the loop, and read in the next. One that is closed before it is reset, and the request on it is lost.
 */
const allRead = async (taken: () => number): Promise<void> => {
  let [before, quiet] = [taken(), 0];
  for (let turn = 0; turn < MAX_TURNS && quiet < QUIET_TURNS; turn += 1) {
    await nextTurn();
    quiet = taken() === before ? quiet + 1 : 0;
    before = taken();
  }
};

/**
 * So many may pipeline more than can be answered for as long as it takes, so that a slow machine ends no honest client.
 * What they may have sent at once is little; of more, those who do not read cannot be told from those who wait.
 */
const MAX_BEHIND = 16;

const serverClosed = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.close((error) => {
      if (error !== undefined && errorCode(error) !== 'ERR_SERVER_NOT_RUNNING') reject(error);
      else resolve();
    });
  });

const busyAmong = (connections: Iterable<Connection>): readonly Connection[] => {
  const busy: Connection[] = [];
  for (const connection of connections) {
    if (connection.isIdle) connection.unseen();
    else busy.push(connection);
  }
  return busy;
};

const endThoseWhoDoNotRead = (
  busy: readonly Connection[],
  bounds: UnreadBounds,
  unread: () => void,
): void => {
  const now = performance.now();
  const inCrowd = busy.filter(({ isBehind }) => isBehind).length > MAX_BEHIND;
  const readers = busy.map((connection) => ({ ...connection.look(now, inCrowd), connection }));
  for (const { connection } of readersToEnd(readers, bounds)) {
    connection.socket.destroy();
    unread();
  }
};

/**
 * Watches over the connections of a server, so that closing it cuts no answer off and waits for no idle one, and that
 * peers who do not read cost little. `unread` hears of each of them that was ended.
 */
export const createConnections = (server: Server, bounds: UnreadBounds, unread: () => void): Connections => {
  const open = new Map<Duplex, Connection>();
  const pipelined = createPipelinedRequests();
  let leaving = false;
  let closing = false;
  let taken = 0;
  let timer: NodeJS.Timeout | undefined;
  server.on('connection', (socket) => {
    taken += 1;
    open.set(socket, new Connection(socket, pipelined));
    socket.once('close', () => open.delete(socket));
  });
  const look = (): void => {
    const busy = busyAmong(open.values());
    endThoseWhoDoNotRead(busy, bounds, unread);
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
    taken += 1;
    timer ??= setInterval(look, LOOK_MS).unref();
    if (leaving) response.setHeader('Connection', 'close');
    response.on('close', () => ended(connection, response));
    connection.admit(response, dispatch);
  };
  const leave = (): void => {
    leaving = true;
    for (const { unanswered } of open.values()) {
      for (const response of unanswered) if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  };
  const endUnused = (): void => {
    // Browsers open connections ahead of need; to Node these are not idle.
    for (const { socket } of open.values()) if (socket.bytesRead === 0) socket.destroy();
  };
  return {
    admit,
    unanswered: (socket) => open.get(socket)?.unanswered ?? [],
    count: () => open.size,
    stop: (socket) => open.get(socket)?.stop(),
    leave,
    close: async () => {
      leave();
      await allRead(() => taken);
      closing = true;
      endUnused();
      return serverClosed(server);
    },
  };
};
