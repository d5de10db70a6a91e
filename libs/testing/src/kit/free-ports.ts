import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Below the range from which systems take the local ports of outgoing connections (32,768 on Linux): between two
 * starts of a server no connection of somebody else can come to hold its port.
 */
const FIRST = 10_000;
const BLOCKS = 88;
const PORTS_IN_BLOCK = 250;
const TRIES = 1_000;

/**
 * So many different ports of the loopback interface that nobody listens on now, for servers that are started on them
 * again and again. A process takes them from blocks of its own, and holds the first port of each for as long as it
 * lives: what runs beside it, and takes its ports here too, never comes upon one whose server is down for a moment.
 */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await nextPort());
  return ports;
};

export const freePort = (): Promise<number> => nextPort();

/** Ports that this process may still give. */
const left: number[] = [];

const nextPort = async (): Promise<number> => {
  if (left.length === 0) left.push(...(await takeBlock(TRIES)));
  const port = left.shift()!;
  return (await isFree(port)) ? port : nextPort();
};

const takeBlock = async (tries: number): Promise<readonly number[]> => {
  const first = FIRST + randomInt(BLOCKS) * PORTS_IN_BLOCK;
  const holder = await listen(first).catch(() => null);
  if (holder !== null) {
    holder.unref();
    return Array.from({ length: PORTS_IN_BLOCK - 1 }, (_, index) => first + 1 + index);
  }
  if (tries === 1) throw new Error(`no block of ${PORTS_IN_BLOCK} ports is free from ${FIRST} on`);
  return takeBlock(tries - 1);
};

const isFree = async (port: number): Promise<boolean> => {
  const server = await listen(port).catch(() => null);
  if (server === null) return false;
  server.close();
  await once(server, 'close');
  return true;
};

const listen = async (port: number): Promise<Server> => {
  const server = createServer().listen(port, LOOPBACK);
  await once(server, 'listening');
  return server;
};
