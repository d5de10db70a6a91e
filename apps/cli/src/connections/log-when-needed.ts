import { openKafkaLog, type KafkaLog } from '@kith/kafka';
import { ConfigurationError, readKafkaSecurity } from '@kith/platform';
import type { EventLog } from '@kith/ports';
import type { Settings } from '../config.ts';
import type { Opened } from './connections.ts';

/** The log of the apps apart, opened with the first record for it: most commands write none. */
export const createLogWhenNeeded = (settings: Settings): Opened<Pick<EventLog, 'append'>> => {
  let opening: Promise<KafkaLog> | null = null;
  return {
    opened: {
      append: async (deadline, topic, records) => {
        opening ??= openLog(settings);
        await (await opening).log.append(deadline, topic, records);
      },
    },
    close: async () => {
      const log = await opening?.catch(() => null);
      await log?.close();
    },
  };
};

/** The topics are the resolver's to make. */
const openLog = async (settings: Settings): Promise<KafkaLog> => {
  const { KAFKA_BROKERS: brokers } = settings;
  if (brokers === undefined)
    throw new ConfigurationError(['KAFKA_BROKERS: is missing: the log to replay into']);
  return openKafkaLog({
    brokers,
    security: await readKafkaSecurity(settings),
    clientId: 'kith',
    topics: {},
  });
};
