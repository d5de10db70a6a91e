import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { BrokerCertificate } from './broker-certificate.ts';
import { LOOPBACK } from '@kith/testing/free-ports';

/** A port that takes TLS for a server that has none. */
export interface TlsFront {
  readonly host: string;
  readonly close: () => void;
}

/** Opens a port in front of the server at `HOST:PORT`. */
export const openTlsFront = async (
  place: string,
  { keystore, password }: Pick<BrokerCertificate, 'keystore' | 'password'>,
): Promise<TlsFront> => {
  const { hostname: host, port } = new URL(`tcp://${place}`);
  const open = new Set<Socket>();
  const server = createServer({ pfx: await readFile(keystore), passphrase: password }, (outer) => {
    const inner = connect({ host, port: Number(port) });
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await once(server.listen(0, LOOPBACK), 'listening');
  return {
    host: `${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
