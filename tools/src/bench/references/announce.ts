import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Says where a reference listens, and ends it when it is told to (a profile is written at an orderly end only). */
export const announce = ({ host, port }: { readonly host: string; readonly port: number }): void => {
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write(`listening on http://${host}:${port}\n`);
};

const LOOPBACK = '127.0.0.1';

/** Listens on a free port of the loopback interface and says which. */
export const listenAndAnnounce = (server: Pick<Server, 'listen' | 'address'>): void => {
  server.listen(0, LOOPBACK, () => {
    const { port } = server.address() as AddressInfo;
    announce({ host: LOOPBACK, port });
  });
};
