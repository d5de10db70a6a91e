import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../kit/listen.ts';

/** One call that came. */
export type ReceivedCall = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly delivery: Readonly<Record<string, unknown>>;
};

/** A campaign system that answers as it is told, and keeps what it was sent. */
export type Receiver = {
  readonly url: string;
  readonly calls: () => readonly ReceivedCall[];
  readonly answerWith: (status: number) => void;
  readonly close: () => Promise<void>;
};

export const startReceiver = async (): Promise<Receiver> => {
  const calls: ReceivedCall[] = [];
  let status = 204;
  const { url, close } = await listen((request, response) => {
    void text(request).then((body) => {
      const delivery = JSON.parse(body) as ReceivedCall['delivery'];
      calls.push({ headers: request.headers, body, delivery });
      response.writeHead(status).end();
    });
  });
  return {
    url: `${url}/hook`,
    calls: () => calls,
    answerWith: (next) => (status = next),
    close,
  };
};
