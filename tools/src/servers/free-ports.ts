import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Below the range from which systems take the local ports of outgoing connections (32,768 on Linux): between two
 * starts of a server no connection of somebody else can come to hold its port.
 */
const PORTS = { first: 10_000, end: 32_000 } as const;
const TRIES = 100;

/** So many different ports of the loopback interface that nobody listens on now. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  // All are held until all are known, so that none is given twice.
  const held = await Promise.all(Array.from({ length: count }, () => hold(TRIES)));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map(release));
  return ports;
};

const hold = async (tries: number): Promise<Server> => {
  const server = createServer().listen(randomInt(PORTS.first, PORTS.end), LOOPBACK);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if (tries === 1) throw error;
    return hold(tries - 1);
  }
};

const release = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  await closed;
};
