import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** So many different ports of the loopback interface that nobody listens on now. */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  // All are held until all are known, so that none is given twice.
  const held = await Promise.all(Array.from({ length: count }, hold));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map(release));
  return ports;
};

const hold = async (): Promise<Server> => {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  return server;
};

const release = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  await closed;
};
