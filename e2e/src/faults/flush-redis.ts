import { once } from 'node:events';
import { connect } from 'node:net';

/** Empties a Redis, as an operator may at any time. */
export const flushRedis = async (redisUrl: string): Promise<void> => {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  socket.write('FLUSHALL\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (answer.toString('latin1') !== '+OK\r\n') throw new Error(`FLUSHALL: ${answer.toString('latin1')}`);
};
