import type { Kafka } from 'kafkajs';

/** Where each partition of a topic ends: the position of the record that comes next. */
export type TopicEnds = (topic: string) => Promise<ReadonlyMap<number, number>>;

/** Answers by one question for all that ask within this time, in milliseconds. */
const FRESH_MS = 5_000;

interface Answer {
  readonly askedAt: number;
  readonly ends: Promise<ReadonlyMap<number, number>>;
}

/** Asks the brokers where topics end; `clock` in milliseconds. Rejects where they do not answer. */
export const createTopicEnds = (kafka: Pick<Kafka, 'admin'>, clock: () => number): TopicEnds => {
  const answers = new Map<string, Answer>();
  return (topic) => {
    const known = answers.get(topic);
    if (known !== undefined && clock() - known.askedAt < FRESH_MS) return known.ends;
    const ends = askEnds(kafka, topic);
    answers.set(topic, { askedAt: clock(), ends });
    return ends;
  };
};

const askEnds = async (kafka: Pick<Kafka, 'admin'>, topic: string): Promise<ReadonlyMap<number, number>> => {
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(topic);
    return new Map(offsets.map(({ partition, high }) => [partition, Number(high)]));
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
};
