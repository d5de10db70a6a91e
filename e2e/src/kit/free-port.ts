import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: between two starts nobody else comes to hold it. */
const PORTS = { first: 10_000, end: 32_000 } as const;
const TRIES = 100;

/** A port of the loopback interface that nobody listens on now, for a process that is started on it again and again. */
export const freePort = async (tries = TRIES): Promise<number> => {
  const port = randomInt(PORTS.first, PORTS.end);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (tries === 1) throw error;
    return freePort(tries - 1);
  }
  server.close();
  await once(server, 'close');
  return port;
};
