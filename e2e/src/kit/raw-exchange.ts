import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expectKnownCodes, type Answered } from './known-codes.ts';

/** What came back on a connection: the status of an answer that was whole, `closed` without one, or `silent`. */
export type RawOutcome = number | 'closed' | 'silent';

/** A client that writes bytes as they are and reads the answer; keeps its connection while the server does. */
export type RawClient = {
  /** Sends one request and waits for what comes of it. */
  readonly exchange: (bytes: Buffer, withinMs: number) => Promise<RawOutcome>;
  /** The same, and nothing comes after these bytes: they may be no whole request. */
  readonly exchangeLast: (bytes: Buffer, withinMs: number) => Promise<RawOutcome>;
  /** Ends the connection; the next request makes a new one. */
  readonly close: () => void;
};

export const createRawClient = (baseUrl: string): RawClient => {
  const { hostname, port } = new URL(baseUrl);
  let socket: Socket | undefined;
  const connected = async (): Promise<Socket> => {
    if (socket?.writable === true) return socket;
    const made = connect(Number(port), hostname);
    // A server that refuses a request may close before all of it was written.
    made.on('error', () => made.destroy());
    await once(made, 'connect');
    return (socket = made);
  };
  const exchange = async (bytes: Buffer, withinMs: number, isLast: boolean): Promise<RawOutcome> => {
    const used = await connected();
    const answering = answerOn(used, bytes, withinMs);
    if (isLast) used.end();
    const { outcome, isReusable, answer } = await answering;
    if (answer !== undefined) expectKnownCodes(answer);
    if (isLast || !isReusable) used.destroy();
    return outcome;
  };
  return {
    exchange: (bytes, withinMs) => exchange(bytes, withinMs, false),
    exchangeLast: (bytes, withinMs) => exchange(bytes, withinMs, true),
    close: () => socket?.destroy(),
  };
};

type Exchanged = {
  readonly outcome: RawOutcome;
  readonly isReusable: boolean;
  /** Where it came whole. */
  readonly answer?: Answered;
};

const answerOn = (socket: Socket, bytes: Buffer, withinMs: number): Promise<Exchanged> =>
  new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const settle = (answered: Exchanged): void => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
      resolve(answered);
    };
    const onClose = (): void => settle({ outcome: statusOf(received) ?? 'closed', isReusable: false });
    const onData = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const answered = wholeAnswer(received, bytes.subarray(0, 5).toString('latin1') === 'HEAD ');
      if (answered !== null) settle(answered);
    };
    const timer = setTimeout(() => settle({ outcome: 'silent', isReusable: false }), withinMs);
    socket.on('data', onData).on('close', onClose);
    socket.write(bytes);
  });

const HEAD_END = '\r\n\r\n';

const statusOf = (received: Buffer): number | null => {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(received.toString('latin1', 0, 13))?.[1];
  return status === undefined ? null : Number(status);
};

const header = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}: ([^\\r]+)`, 'im').exec(head)?.[1];

/** The answer, once it is whole; an interim answer such as 100 is passed over. */
const wholeAnswer = (received: Buffer, isHead: boolean): Exchanged | null => {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const status = statusOf(received) ?? 0;
  const rest = received.subarray(end + HEAD_END.length);
  if (status >= 100 && status < 200) return wholeAnswer(rest, isHead);
  const isClosing = /^connection: close/im.test(head);
  const length =
    isHead || status === 204 || status === 304 ? 0 : Number(header(head, 'content-length') ?? Infinity);
  if (rest.length < length) return null;
  const answer = { status, type: header(head, 'content-type') ?? '', text: rest.toString('utf8', 0, length) };
  // What follows a whole answer would be an answer to something that was not asked.
  return { outcome: status, isReusable: !isClosing && rest.length === length, answer };
};
