import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers';
import { Transform } from 'node:stream';
import { LOOPBACK } from '@kith/testing/free-ports';

/** A port in front of a server, which can be a bad way to it. */
export interface RoughFront {
  /** `HOST:PORT` of the front. */
  readonly place: string;
  /** Ends all connections, and new ones until it is mended. */
  cut(): void;
  /** Everything that passes takes some tens of milliseconds more each way, a random time for each piece. */
  slow(): void;
  /** As good a way as any. */
  mend(): void;
  close(): void;
}

const MAX_DELAY_MS = 60;

/** Opens a port; the server's own is asked for with each connection, as it may not be known yet. */
export const openRoughFront = async (target: () => string): Promise<RoughFront> => {
  const open = new Set<Socket>();
  let state: 'good' | 'slow' | 'cut' = 'good';
  const delayed = (): Transform =>
    new Transform({
      // One piece after the other: the order stays.
      transform: (piece: Buffer, _encoding, pass) => {
        if (state === 'slow') setTimeout(pass, Math.random() * MAX_DELAY_MS, null, piece);
        else pass(null, piece);
      },
    });
  const server = createServer((outer) => {
    if (state === 'cut') return void outer.destroy();
    const { hostname: host, port } = new URL(`tcp://${target()}`);
    const inner = connect({ host, port: Number(port) });
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => (open.delete(from), to.destroy()));
      from.pipe(delayed()).pipe(to);
    }
  });
  const hangUp = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    place: await placeOf(server),
    cut() {
      state = 'cut';
      hangUp();
    },
    slow: () => (state = 'slow'),
    mend: () => (state = 'good'),
    close() {
      server.close();
      hangUp();
    },
  };
};

const placeOf = async (server: Server): Promise<string> => {
  await once(server.listen(0, LOOPBACK), 'listening');
  return `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
};
