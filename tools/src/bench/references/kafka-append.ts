import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Kafka, logLevel, type Message } from 'kafkajs';
import { listenAndAnnounce } from './announce.ts';
import { HELLO } from './hello.ts';

const TOPIC = 'kith-bench-keyed';
const PARTITIONS = 12;
const LINGER_MS = 1;

const kafka = new Kafka({
  brokers: (process.env['KAFKA_BROKERS'] ?? '').split(','),
  logLevel: logLevel.ERROR,
});
const admin = kafka.admin();
await admin.connect();
await admin.createTopics({ waitForLeaders: false, topics: [{ topic: TOPIC, numPartitions: PARTITIONS }] });
await admin.disconnect();
const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
await producer.connect();

interface Waiting {
  readonly message: Message;
  readonly done: () => void;
}

let waiting: Waiting[] = [];
let underWay = false;

const sendBatch = async (): Promise<void> => {
  const batch = waiting;
  waiting = [];
  await producer.send({ topic: TOPIC, acks: -1, messages: batch.map(({ message }) => message) });
  for (const { done } of batch) done();
  underWay = false;
  if (waiting.length > 0) sendSoon();
};

/** One batch under way at a time: several cost more. */
const sendSoon = (): void => {
  if (underWay) return;
  underWay = true;
  setTimeout(() => void sendBatch(), LINGER_MS);
};

const bodyOf = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
  });

const append = (value: Buffer): Promise<void> =>
  new Promise((resolve) => {
    waiting.push({ message: { key: randomUUID(), value }, done: resolve });
    sendSoon();
  });

listenAndAnnounce(
  createServer((request, response) => {
    void bodyOf(request)
      .then(append)
      .then(() => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': HELLO.length });
        response.end(HELLO);
      });
  }),
);
