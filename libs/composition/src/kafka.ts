import { openKafkaLog, type KafkaLog, type KafkaLogOptions } from '@kith/kafka';
import { readKafkaSecurity, type Process } from '@kith/platform';

/** Where the log is, and how an app logs in to it. */
type KafkaSettings = Parameters<typeof readKafkaSecurity>[0] & { readonly KAFKA_BROKERS: readonly string[] };

/** Opens the log of an app, which is closed with it; a log that does not answer is told of and tried again. */
export const openKafka = async (
  settings: KafkaSettings,
  { logger, lifecycle }: Process,
  options: Omit<KafkaLogOptions, 'brokers' | 'security' | 'onError'>,
): Promise<KafkaLog> => {
  const kafka = await openKafkaLog({
    ...options,
    brokers: settings.KAFKA_BROKERS,
    security: await readKafkaSecurity(settings),
    onError: (error, about) => logger.warn({ error, ...about }, 'the log does not answer and is tried again'),
  });
  lifecycle.onClose('kafka', () => kafka.close());
  return kafka;
};
