import { openKafkaLog, type KafkaLog, type KafkaLogOptions } from '@kith/kafka';
import { createCallMetrics, readKafkaSecurity, type Process } from '@kith/platform';

/** Where the log is, and how an app logs in to it. */
type KafkaSettings = Parameters<typeof readKafkaSecurity>[0] & { readonly KAFKA_BROKERS: readonly string[] };

/** Why the check of the log fails. */
export const KAFKA_AWAY = 'no broker of Kafka answers';

/** Opens the log of an app, which is closed with it; a log that does not answer is told of and tried again. */
export const openKafka = async (
  settings: KafkaSettings,
  { logger, lifecycle, metrics }: Process,
  options: Omit<KafkaLogOptions, 'brokers' | 'security' | 'onError' | 'appendCalls'>,
): Promise<KafkaLog> => {
  const kafka = await openKafkaLog({
    ...options,
    brokers: settings.KAFKA_BROKERS,
    ...(options.appends === false ? {} : { appendCalls: createCallMetrics(metrics, 'kafka', 'append') }),
    security: await readKafkaSecurity(settings),
    onError: (error, about) => logger.warn({ error, ...about }, 'the log does not answer and is tried again'),
  });
  lifecycle.onClose('kafka', () => kafka.close());
  return kafka;
};
