import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LOOPBACK } from '@kith/testing/free-ports';

export interface BrokerPlace {
  readonly directory: string;
  readonly port: number;
  readonly controllerPort: number;
  /** More properties, and others in the place of those here. */
  readonly properties?: Readonly<Record<string, string>>;
}

/** 16 bytes in base64url: the form of Kafka's own UUIDs, in which none begins with a dash. */
export const newClusterId = (): string => `K${randomBytes(16).toString('base64url').slice(1)}`;

/** One node that is broker and controller; topics are made by those who use them, never by chance. */
export const brokerProperties = ({ directory, port, controllerPort, properties }: BrokerPlace): string =>
  Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${LOOPBACK}:${controllerPort}`,
    listeners: `PLAINTEXT://${LOOPBACK}:${port},CONTROLLER://${LOOPBACK}:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://${LOOPBACK}:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': join(directory, 'logs'),
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    // Tests join and leave groups all the time; the default would let each of them wait for three seconds.
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    // A broker that was killed may register again only when its last life is known to be over: 9 s by default.
    'broker.session.timeout.ms': 4_000,
    'broker.heartbeat.interval.ms': 500,
    'num.network.threads': 2,
    'num.io.threads': 2,
    'num.recovery.threads.per.data.dir': 1,
    'log.cleaner.dedupe.buffer.size': 2 * 1024 * 1024,
    ...properties,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** Warnings, and the one line that says that the broker takes connections. */
export const LOGGING_PROPERTIES = `
appender.console.type=Console
appender.console.name=console
appender.console.layout.type=PatternLayout
appender.console.layout.pattern=%p %m%n
rootLogger.level=warn
rootLogger.appenderRef.console.ref=console
logger.server.name=kafka.server.KafkaRaftServer
logger.server.level=info
`;
