import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address in front of the replicas of an app, as a service of Kubernetes is. */
export type ServiceFront = {
  readonly url: string;
  /** From now on connections are handed to this port too. */
  readonly join: (port: number) => void;
  /** From now on none is; those that are open end with the replica. */
  readonly leave: (port: number) => void;
  /** How many connections lead to it now. */
  readonly connectionsTo: (port: number) => number;
  readonly close: () => void;
};

/** Hands each connection to the next of those that are up, and hangs up where nobody is. */
export const openServiceFront = async (): Promise<ServiceFront> => {
  const up = new Set<number>();
  const open = new Map<Socket, number>();
  let turn = 0;
  const server = createServer((outer) => {
    const port = [...up][(turn += 1) % up.size];
    if (port === undefined) return void outer.destroy();
    const inner = connect({ host: '127.0.0.1', port });
    open.set(inner, port);
    inner.on('close', () => open.delete(inner));
    join(outer, inner);
    join(inner, outer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    join: (port) => void up.add(port),
    leave: (port) => void up.delete(port),
    connectionsTo: (port) => [...open.values()].filter((one) => one === port).length,
    close: () => {
      server.close();
      for (const socket of open.keys()) socket.destroy();
    },
  };
};

const join = (from: Socket, to: Socket): void => {
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
  from.pipe(to);
};
