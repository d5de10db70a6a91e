import kafkajs, { type Kafka, type KafkaMessage } from 'kafkajs';
import { eventually } from '../kit/eventually.ts';

const TRACKING = 'tracking';
const RESOLVERS = 'identity-resolver';
/** So many page views in one partition stay far below the 1 MiB that a broker takes at once. */
const TOGETHER = 250;

/** A client of the brokers that is none of Kith's. */
export const kafkaFromOutside = (brokers: string): Kafka =>
  new kafkajs.Kafka({ brokers: brokers.split(','), logLevel: kafkajs.logLevel.NOTHING });

/** Makes a topic, and waits until its partitions have leaders: the driver's own wait fails where a broker shows it late. */
export const makeTopic = async (kafka: Kafka, topic: string, numPartitions: number): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await admin.createTopics({ topics: [{ topic, numPartitions }], waitForLeaders: false });
    await eventually(
      () => admin.fetchTopicMetadata({ topics: [topic] }).catch(() => null),
      (seen) => seen?.topics[0]?.partitions.every(({ leader }) => leader >= 0) === true,
    );
  } finally {
    await admin.disconnect();
  }
};

/** Waits until so many resolvers have shared the partitions out among themselves. */
export const untilShared = async (kafka: Kafka, members: number): Promise<void> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await eventually(
      async () => (await admin.describeGroups([RESOLVERS])).groups[0],
      (group) => group?.state === 'Stable' && group.members.length === members,
    );
  } finally {
    await admin.disconnect();
  }
};

/** A record of the topic, and the partition that it lies in. */
export type OutsideRecord = { readonly partition: number; readonly message: KafkaMessage };

/** Everything that the topic of tracking events holds now. */
export const trackingRecords = async (kafka: Kafka): Promise<readonly OutsideRecord[]> => {
  const ends = await endsOf(kafka);
  const records: OutsideRecord[] = [];
  const consumer = kafka.consumer({ groupId: `outside-${Date.now()}` });
  await consumer.connect();
  await consumer.subscribe({ topic: TRACKING, fromBeginning: true });
  try {
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message }) => void records.push({ partition, message }),
    });
    await eventually(
      async () => records.length,
      (count) => count >= ends,
    );
  } finally {
    await consumer.disconnect();
  }
  return records;
};

const endsOf = async (kafka: Kafka): Promise<number> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(TRACKING);
    return offsets.reduce((sum, { offset, low }) => sum + Number(offset) - Number(low), 0);
  } finally {
    await admin.disconnect();
  }
};

/** Appends records as they are, each to the partition that it names. */
export const appendTracking = async (kafka: Kafka, records: readonly OutsideRecord[]): Promise<void> => {
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner;
  const producer = kafka.producer({ createPartitioner, allowAutoTopicCreation: false });
  await producer.connect();
  try {
    const messages = records.map(({ partition, message: { key, value } }) => ({ partition, key, value }));
    for (let sent = 0; sent < messages.length; sent += TOGETHER) {
      await producer.send({ topic: TRACKING, acks: -1, messages: messages.slice(sent, sent + TOGETHER) });
    }
  } finally {
    await producer.disconnect();
  }
};
