import kafkajs from 'kafkajs';
import { startApart } from '../suite/apart.ts';
import { defineDeadLetters } from './define-dead-letters.ts';

defineDeadLetters('dead letters, with the apps apart', async (configFile) => {
  const { suite, servers, url, byResolver, inMongodb, end } = await startApart({
    CONFIG_FILE: configFile,
    // As short as the brokers allow: the others of the group learn after that time that one was killed.
    KAFKA_SESSION_TIMEOUT_MS: '6000',
  });
  const brokers = servers.environment['KAFKA_BROKERS'] ?? '';
  const kafka = new kafkajs.Kafka({ brokers: brokers.split(','), logLevel: kafkajs.logLevel.NOTHING });
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner;
  const producer = kafka.producer({ createPartitioner, allowAutoTopicCreation: false });
  await producer.connect();
  const startAnew = async (): Promise<void> => {
    await suite.kill('identity-resolver');
    await suite.restart('identity-resolver');
  };
  return {
    url: () => url,
    managementUrl: () => suite.managementUrl('identity-resolver'),
    env: byResolver,
    append: async (...records) => {
      await producer.send({
        topic: 'tracking',
        acks: -1,
        messages: records.map((record) => ({ ...record })),
      });
    },
    kill: startAnew,
    // Whoever was killed has another process id: it reads the file when it starts.
    reload: startAnew,
    directly: (work) => work({ ...inMongodb, KAFKA_BROKERS: brokers }),
    end: async () => {
      await producer.disconnect();
      await end();
    },
  };
});
