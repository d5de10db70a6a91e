import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface ServerPlace {
  readonly host: string;
  readonly port: number;
}

/** A way to a server that a test can take away. */
export interface CuttableProxy extends ServerPlace {
  /** Ends all connections and every new one: the server is gone. */
  cut(): void;
  /** Connections stay open and new ones are taken, but nothing passes: the server does not answer. */
  stall(): void;
  /** Everything passes again, also what was held back. */
  mend(): void;
  /** The connections that are open now. */
  readonly connections: number;
  /** How many pieces clients have sent so far: what is written at once arrives as one, if it is small. */
  readonly pieces: number;
  close(): Promise<void>;
}

/** One connection of a client, and ours to the server. */
interface Passage {
  readonly client: Socket;
  readonly server: Socket;
}

/** Passes connections on to a server. */
export const createCuttableProxy = async (target: ServerPlace): Promise<CuttableProxy> => {
  const passages = new Set<Passage>();
  let state: 'open' | 'cut' | 'stalled' = 'open';
  let pieces = 0;
  const listener = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const passage = { client, server: connect(target) };
    passages.add(passage);
    client.on('data', () => (pieces += 1));
    joinEnds(passage, () => passages.delete(passage));
    if (state === 'stalled') holdBack(passage);
  });
  await listen(listener);
  const cut = (): void => {
    state = 'cut';
    for (const { client } of passages) client.destroy();
  };
  return {
    host: target.host,
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return passages.size;
    },
    get pieces() {
      return pieces;
    },
    cut,
    stall() {
      state = 'stalled';
      passages.forEach(holdBack);
    },
    mend() {
      state = 'open';
      passages.forEach(letPass);
    },
    async close() {
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
};

const listen = async (listener: Server): Promise<void> => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
};

const joinEnds = ({ client, server }: Passage, ended: () => void): void => {
  client.pipe(server);
  server.pipe(client);
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    // What became of a connection shows at the other end of it.
    one.on('error', () => undefined);
    one.on('close', () => {
      other.destroy();
      ended();
    });
  }
};

const holdBack = ({ client, server }: Passage): void => {
  client.unpipe(server).pause();
  server.unpipe(client).pause();
};

const letPass = ({ client, server }: Passage): void => {
  client.pipe(server);
  server.pipe(client);
};
