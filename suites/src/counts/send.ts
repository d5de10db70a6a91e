import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request on its way. */
export interface Sent {
  /** The system has all of it, whether somebody reads it or not. */
  readonly written: Promise<unknown>;
  /** The text of the answer; rejects unless that is a 200. */
  readonly answered: Promise<string>;
}

/** New connections are taken one a turn, so what is to meet needs those that are open. */
const agent = new Agent({ keepAlive: true });

/** As a browser names itself: what names none is no visit. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
};

/** Opens so many connections, or keeps those that are open, by asking for what is not there. */
export const openConnections = async (url: string, count: number): Promise<void> => {
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const asked = request(`${url}/nothing`, { agent, headers: BROWSER }, (answer) => {
        answer.resume().once('end', resolve);
      });
      asked.once('error', reject).end();
    });
  await Promise.all(Array.from({ length: count }, ask));
};

export const send = (url: string, { method, headers, body }: OutgoingRequest): Sent => {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const asked = request(url, { method, headers: { ...BROWSER, ...headers, ...length }, agent });
  const written = once(asked, 'finish');
  const answered = new Promise<string>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 200) resolve(said);
        else reject(new Error(`${url}: ${answer.statusCode ?? ''} ${said}`));
      }, reject);
    });
  });
  // Told to whoever waits for the answer.
  written.catch(() => undefined);
  answered.catch(() => undefined);
  asked.end(body);
  return { written, answered };
};
