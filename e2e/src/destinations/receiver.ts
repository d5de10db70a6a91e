import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One call that came. */
export type ReceivedCall = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly parcel: Readonly<Record<string, unknown>>;
};

/** A campaign system that answers as it is told, and keeps what it was sent. */
export type Receiver = {
  readonly url: string;
  readonly calls: () => readonly ReceivedCall[];
  readonly answerWith: (status: number) => void;
  readonly close: () => void;
};

export const startReceiver = async (): Promise<Receiver> => {
  const calls: ReceivedCall[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const parcel = JSON.parse(body) as ReceivedCall['parcel'];
      calls.push({ headers: request.headers, body, parcel });
      response.writeHead(status).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls: () => calls,
    answerWith: (next) => (status = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
