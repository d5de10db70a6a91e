import { createBackOff, type KafkaSecurity, type Logger } from '@kith/platform';
import kafkajs, {
  type ISocketFactory,
  type Kafka,
  type KafkaConfig,
  type LogEntry,
  type SASLOptions,
} from 'kafkajs';

// The driver is a CommonJS module whose names Node cannot see.
const { Kafka: KafkaClient, logLevel } = kafkajs;

/** How the brokers are reached. */
export interface KafkaConnection {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  /** Names this process in the brokers' logs and quotas. */
  readonly clientId: string;
  /** Without it nobody logs in, and nothing is encrypted. */
  readonly security?: KafkaSecurity;
  /** Takes what the driver says; its errors are warnings here, because the log gets over them by itself. */
  readonly logger: Logger;
  /** How connections are made; only tests have another one. */
  readonly socketFactory?: ISocketFactory;
}

const CONNECTION_TIMEOUT_MS = 3_000;

/** How old what a client knows of a topic may be: so soon it writes to, and reads, partitions that were added. */
export const METADATA_MAX_AGE_MS = 10_000;

/** How long a broker may take to answer one request. */
export const REQUEST_TIMEOUT_MS = 5_000;

/** The pauses before what failed is tried again. */
export const pauseAfter = createBackOff({ firstMs: 50, maxMs: 5_000 });

/** Short pauses: those who wait have deadlines of a second or two. */
export const RETRY = { initialRetryTime: 50, maxRetryTime: 1_000, multiplier: 2, factor: 0.2, retries: 5 };

export const createKafkaClient = (connection: KafkaConnection): Kafka =>
  new KafkaClient({
    brokers: [...connection.brokers],
    clientId: connection.clientId,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => tell(connection.logger, entry),
    ...(connection.security === undefined ? {} : secured(connection.security)),
    ...(connection.socketFactory === undefined ? {} : { socketFactory: connection.socketFactory }),
  });

/** The driver writes into what it is given here: each client has its own. */
const secured = ({ tls, login }: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ...(tls === null ? {} : { ssl: tls.ca === null ? true : { ca: [tls.ca] } }),
  ...(login === null ? {} : { sasl: { ...login } as SASLOptions }),
});

const tell = (logger: Logger, { level, namespace, log }: LogEntry): void => {
  const error: unknown = log['error'];
  const fields = { driver: namespace, ...(error === undefined ? {} : { error }) };
  if (level === logLevel.ERROR) logger.warn(fields, log.message);
  else logger.debug(fields, log.message);
};
