import { BSON } from 'mongodb';

/** Takes the bytes of a client piece by piece; answers with the names of the commands that each piece completes. */
export type WireReader = (piece: Buffer) => readonly string[];

/** Reads one message from the beginning of the bytes: its length, and its name where it counts; null: not whole yet. */
type MessageReader = (bytes: Buffer) => { readonly length: number; readonly name: string | null } | null;

const readerOf = (readMessage: MessageReader) => (): WireReader => {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    const names: string[] = [];
    for (let message = readMessage(rest); message !== null; message = readMessage(rest)) {
      rest = rest.subarray(message.length);
      if (message.name !== null) names.push(message.name);
    }
    return names;
  };
};

const MONGODB_HEADER = 16;
const OP_MSG = 2013;
/** Behind the header: four bytes of flags, and the kind of the first section, which is the command. */
const MONGODB_BODY = MONGODB_HEADER + 5;
/** What a driver says to keep its connections, whatever it is asked for. */
const UPKEEP = new Set(['hello', 'ping', 'saslStart', 'saslContinue', 'endSessions', 'buildInfo']);

/** MongoDB's commands, with their collections: `find profiles`. */
export const readMongodb = readerOf((bytes) => {
  if (bytes.length < MONGODB_HEADER) return null;
  const length = bytes.readInt32LE(0);
  if (bytes.length < length) return null;
  if (bytes.readInt32LE(12) !== OP_MSG) return { length, name: null };
  const end = MONGODB_BODY + bytes.readInt32LE(MONGODB_BODY);
  const body = BSON.deserialize(bytes.subarray(MONGODB_BODY, end));
  const [command = '', target] = Object.entries(body)[0] ?? [];
  const collection = typeof target === 'string' ? target : body['collection'];
  const name = typeof collection === 'string' ? `${command} ${collection}` : command;
  return { length, name: UPKEEP.has(command) ? null : name };
});

const KAFKA_PRODUCE = 0;

/** Kafka's produce requests, with the name of the client: `produce kith-info-ingest`. */
export const readKafka = readerOf((bytes) => {
  if (bytes.length < 4) return null;
  const length = 4 + bytes.readInt32BE(0);
  if (bytes.length < length) return null;
  if (bytes.readInt16BE(4) !== KAFKA_PRODUCE) return { length, name: null };
  const client = bytes.toString('utf8', 14, 14 + bytes.readInt16BE(12));
  return { length, name: `produce ${client}` };
});

const CRLF = '\r\n';
const CONNECTING = new Set(['HELLO', 'AUTH', 'CLIENT', 'INFO', 'SELECT', 'PING', 'COMMAND']);

/** Redis' commands, each an array of strings: `*2 CRLF $3 CRLF GET CRLF $1 CRLF k CRLF`. */
export const readRedis = readerOf((bytes) => {
  const words: string[] = [];
  let at = 0;
  const line = (): string | null => {
    const end = bytes.indexOf(CRLF, at);
    if (end < 0) return null;
    const text = bytes.toString('latin1', at, end);
    at = end + CRLF.length;
    return text;
  };
  const head = line();
  if (head === null) return null;
  for (let count = Number(head.slice(1)); count > 0; count -= 1) {
    const size = line();
    if (size === null || bytes.length < at + Number(size.slice(1)) + CRLF.length) return null;
    words.push(bytes.toString('latin1', at, at + Number(size.slice(1))));
    at += Number(size.slice(1)) + CRLF.length;
  }
  const name = words[0]?.toUpperCase() ?? '';
  return { length: at, name: CONNECTING.has(name) ? null : name };
});
