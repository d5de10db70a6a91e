import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kafka } from 'kafkajs';
import { beforeAll, expect, test } from 'vitest';
import { extentOf } from '@kith/testing';
import { createRandom, printedSeed } from '@kith/testing/random';
import { useEndings } from '@kith/testing/use-endings';
import { configurationOf } from '../configuration/account.ts';
import { newConfiguration } from '../configuration/rewritable-configuration.ts';
import { kafkaFromOutside, makeTopic } from '../faults/kafka-from-outside.ts';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';
import { takeServers } from '../suite/shared-servers.ts';
import { startCampaignServer, type Answer, type CampaignServer } from './campaign-server.ts';

const REMOVED = 'kith.profile.removed';
const TOPIC = 'customers';
const PEOPLE = 4;
const STEPS = extentOf({ short: 60, long: 600 });
/** A step in so many kills the process. */
const STEPS_PER_KILL = 20;

/** A payload, as each of the destinations gets it. */
type Payload = {
  readonly id: string;
  readonly type: string;
  readonly umid: string;
  readonly subject: string;
  readonly time: string;
  readonly data: unknown;
  /** When a webhook got it. */
  readonly at?: number;
};

const random = createRandom(printedSeed('ids of what is handed on'));
const endings = useEndings();
let dataDir: string;
let standalone: Standalone;
let campaigns: CampaignServer;
let configurationFile: string;
const recorded: Payload[] = [];

const inFolder = (name: string): string => join(dataDir, name);
const start = (): Promise<Standalone> =>
  startStandalone({ dataDir, env: { CONFIG_FILE: configurationFile } });

const destinations = (brokers: string): readonly object[] => {
  const common = {
    events: ['tracking.*', 'consent.changed'],
    requires: ['OPT'],
    identifiers: ['customerId'],
  };
  const hook = { url: campaigns.url, secretFile: inFolder('secret'), allowPrivate: true, timeoutMs: 500 };
  return [
    { name: 'hook', type: 'webhook', ...hook, ...common },
    { name: 'files', type: 'file', directory: inFolder('files'), ...common },
    {
      name: 'topic',
      type: 'kafka',
      brokers: [brokers],
      topic: TOPIC,
      tls: false,
      allowPrivate: true,
      ...common,
    },
  ];
};

beforeAll(async () => {
  dataDir = await newDataDir();
  endings.push(() => removeDataDir(dataDir));
  const servers = await takeServers();
  endings.push(() => servers.stop());
  const brokers = servers.environment['KAFKA_BROKERS'] ?? '';
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await writeFile(inFolder('secret'), secret, { mode: 0o600 });
  campaigns = await startCampaignServer(secret);
  endings.push(() => campaigns.close());
  await record(kafkaFromOutside(brokers));
  const configuration = await newConfiguration(
    configurationOf({
      identifiers: { customerId: { kind: 'login' } },
      permissions: ['OPT'],
      destinations: destinations(brokers),
    }),
  );
  endings.push(() => configuration.remove());
  configurationFile = configuration.path;
  standalone = await start();
  endings.push(() => standalone.stop());
});

/** Keeps what comes into the topic. */
const record = async (kafka: Kafka): Promise<void> => {
  await makeTopic(kafka, TOPIC, 2);
  const consumer = kafka.consumer({ groupId: 'customers-of-a-test' });
  await consumer.connect();
  endings.push(() => consumer.disconnect());
  await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) =>
      void recorded.push(JSON.parse(message.value?.toString() ?? '{}') as Payload),
  });
};

const written = async (): Promise<readonly Payload[]> => {
  const names = (await readdir(inFolder('files')).catch(() => [])).filter((name) =>
    /open$|ndjson$/.test(name),
  );
  const texts = await Promise.all(
    names.toSorted().map((name) => readFile(inFolder(`files/${name}`), 'utf8')),
  );
  return texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line) as Payload);
};

/** Of a removal all of it; of what happened what does not depend on who the person is by the time of the try. */
const intentionOf = ({ at: _at, type, subject, time, data, ...person }: Payload): string =>
  JSON.stringify(type === REMOVED ? { type, subject, time, data, ...person } : { type, subject, time, data });

const usedTwice = (payloads: readonly Payload[]): readonly string[] => {
  const intentions = new Map<string, string>();
  return payloads.flatMap((payload) => {
    const [before, intention] = [intentions.get(payload.id), intentionOf(payload)];
    intentions.set(payload.id, intention);
    return before === undefined || before === intention ? [] : [`${before} and ${intention}`];
  });
};

/** Whom a receiver knows in the end that drops the ids that it has seen. */
const knownTo = (payloads: readonly Payload[]): ReadonlySet<string> => {
  const [seen, known] = [new Set<string>(), new Set<string>()];
  for (const { id, type, umid } of payloads) {
    if (seen.has(id)) continue;
    seen.add(id);
    known[type === REMOVED ? 'delete' : 'add'](umid);
  }
  return known;
};

const ANSWERS: readonly Answer[] = [{ status: 204 }, { status: 204 }, { status: 500 }, 'reset', 'hang'];

test('a webhook, a file and a topic never get two contents under one id, and forget who withdrew, although answers and processes are lost', async () => {
  campaigns.answer(() => ANSWERS[random(ANSWERS.length) - 1]!);
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    visitor: createVisitor(standalone.url),
    query: `&customerId=customer-${index}`,
    umid: '',
    isGranted: false,
  }));
  for (let step = 0; step < STEPS; step += 1) {
    if (step % STEPS_PER_KILL === STEPS_PER_KILL - 1) {
      await standalone.kill9();
      standalone = await start();
      for (const person of people) person.visitor = createVisitor(standalone.url);
    }
    const person = people[random(PEOPLE) - 1]!;
    if (random(2) === 1) person.isGranted = !person.isGranted;
    const body = { permission: { OPT: person.isGranted }, data: [{ page: { name: `${step}` } }] };
    person.umid = (await person.visitor.info(person.query, body)).umid;
  }
  campaigns.answer(() => ({ status: 204 }));
  for (const person of people) {
    person.isGranted = false;
    await person.visitor.info(person.query, { permission: { OPT: false } });
  }
  const told = async () => [campaigns.taken, await written(), recorded] as readonly (readonly Payload[])[];
  const untilForgotten = eventually(
    async () => (await told()).map((payloads) => [payloads.length > 0, [...knownTo(payloads)]]),
    (known) => known.every(([isTold, umids]) => isTold === true && (umids as readonly string[]).length === 0),
    120_000,
  );
  await untilForgotten;
  const all = [campaigns.calls, await written(), recorded] as readonly (readonly Payload[])[];
  expect(all.map(usedTwice)).toEqual([[], [], []]);
});
