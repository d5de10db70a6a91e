import kafkajs, { type Admin, type ITopicConfig, type Kafka } from 'kafkajs';

const { ConfigResourceTypes, ConfigSource } = kafkajs;

type ConfigEntries = NonNullable<ITopicConfig['configEntries']>;

const DAY_MS = 86_400_000;

/**
 * What makes brokers remove a record before it is older than that. They remove whole segments, counting from the last
 * record in them, so a segment is closed after a day, or a quarter of the time where that is less, and kept for the
 * rest.
 */
export const retentionEntries = (retentionMs: number): ConfigEntries => {
  const segmentMs = Math.max(1, Math.min(DAY_MS, Math.floor(retentionMs / 4)));
  return [
    { name: 'retention.ms', value: String(Math.max(1, retentionMs - segmentMs)) },
    { name: 'segment.ms', value: String(segmentMs) },
  ];
};

/** Has the brokers keep the records of a topic no longer than that; where they do so already, nothing is changed. */
export const keepTopicFor = async (
  kafka: Pick<Kafka, 'admin'>,
  topic: string,
  retentionMs: number,
): Promise<void> => {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const present = await ownEntriesOf(admin, topic);
    const wanted = retentionEntries(retentionMs);
    const others = present.filter(({ name }) => wanted.every((entry) => entry.name !== name));
    if (wanted.every(({ name, value }) => present.some((one) => one.name === name && one.value === value))) {
      return;
    }
    // The driver's call replaces all that was ever set for the topic.
    const configEntries = [...others, ...wanted];
    const resource = { type: ConfigResourceTypes.TOPIC, name: topic, configEntries };
    await admin.alterConfigs({ validateOnly: false, resources: [resource] });
  } finally {
    await admin.disconnect();
  }
};

/** The configuration entries that were set for the topic itself, without those of the brokers. */
const ownEntriesOf = async (admin: Admin, topic: string): Promise<ConfigEntries> => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
  });
  return resources
    .flatMap(({ configEntries }) => configEntries)
    .filter(({ configSource }) => configSource === ConfigSource.TOPIC_CONFIG)
    .map(({ configName, configValue }) => ({ name: configName, value: configValue }));
};
