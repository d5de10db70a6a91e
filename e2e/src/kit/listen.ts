import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of the tests' own, on a free port of this machine. */
export type TestServer = {
  readonly port: number;
  readonly url: string;
  /** Ends its connections, too. */
  readonly close: () => Promise<void>;
};

export const listen = async (answer: RequestListener): Promise<TestServer> => {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
