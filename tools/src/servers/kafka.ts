import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findExecutable } from '../process/find-executable.ts';
import { freePorts, LOOPBACK } from '@kith/testing/free-ports';
import { given } from './given.ts';
import { brokerProperties, LOGGING_PROPERTIES, newClusterId } from './kafka-properties.ts';
import { startOwnServer } from './own-server.ts';
import { givenServer, type RunningServer } from './running-server.ts';
import { runQuietly } from '../process/run-quietly.ts';
import { ServerMissing } from './server-missing.ts';
import { serversDirectory } from './servers-directory.ts';

/** A small heap: the machine is shared with what is tested. */
const JVM = ['-Xmx512m', '-Xms128m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-XX:-UsePerfData'];

/** The brokers that `KAFKA_BROKERS` names, else a broker of its own. */
export const startKafka = async (environment: NodeJS.ProcessEnv = process.env): Promise<RunningServer> => {
  const brokers = given(environment, 'KAFKA_BROKERS');
  return brokers === undefined ? startOwnKafka(environment) : givenServer(brokers);
};

/** What a broker of its own has beyond the others. */
export interface BrokerExtras {
  /** Made of the port and the controller's port: properties more, or others in the place of the broker's own. */
  readonly properties: (port: number, controllerPort: number) => Readonly<Record<string, string>>;
  /** Users in the form of Kafka's `--add-scram`. */
  readonly scramUsers: readonly string[];
}

const NO_EXTRAS: BrokerExtras = { properties: () => ({}), scramUsers: [] };

/**
 * A broker that is its own controller (KRaft), on free ports with temporary data, from the libraries in
 * `KITH_SERVERS_DIR/kafka` and the `java` on the path. Its `uri` is what `KAFKA_BROKERS` takes.
 */
export const startOwnKafka = async (
  environment: NodeJS.ProcessEnv = process.env,
  extras: BrokerExtras = NO_EXTRAS,
): Promise<RunningServer> => {
  const runtime = await findKafka(environment);
  const directory = await mkdtemp(join(tmpdir(), 'kith-kafka-'));
  const [port = 0, controllerPort = 0] = await freePorts(2);
  const more = extras.properties(port, controllerPort);
  const [properties, logging] = ['server.properties', 'log4j2.properties'].map((name) =>
    join(directory, name),
  );
  await writeFile(properties!, brokerProperties({ directory, port, controllerPort, properties: more }));
  await writeFile(logging!, LOGGING_PROPERTIES);
  const archive = `-XX:SharedArchiveFile=${join(runtime.prepared, 'classes.jsa')}`;
  const jvm = [...JVM, archive, `-Dlog4j2.configurationFile=${logging}`, '-cp', runtime.classPath];
  if (extras.scramUsers.length === 0)
    await cp(join(runtime.prepared, 'data'), join(directory, 'logs'), { recursive: true });
  else await formatWithUsers(runtime.java, jvm, properties!, extras.scramUsers);
  return startOwnServer({
    uri: `${LOOPBACK}:${port}`,
    directory,
    command: {
      name: 'Kafka',
      command: runtime.java,
      args: [...jvm, 'kafka.Kafka', properties!],
      readyLine: /Kafka Server started/,
      startMs: 90_000,
    },
  });
};

/** Users can only be put into a data directory as it is made. */
const formatWithUsers = async (
  java: string,
  jvm: readonly string[],
  properties: string,
  users: readonly string[],
): Promise<void> => {
  const format = ['kafka.tools.StorageTool', 'format', '-t', newClusterId(), '-c', properties];
  await runQuietly(java, [...jvm, ...format, ...users.flatMap((user) => ['--add-scram', user])]);
};

export interface KafkaRuntime {
  readonly java: string;
  readonly classPath: string;
  /** The folder with its classes as Java keeps them, and with an empty data directory. */
  readonly prepared: string;
}

/** Finds what runs a broker; throws `ServerMissing` where a part of it is not there. */
export const findKafka = async (environment: NodeJS.ProcessEnv = process.env): Promise<KafkaRuntime> => {
  const java = findExecutable(['java'], environment['PATH']);
  if (java === undefined) throw missing('there is no java (17 or later) on the path');
  const libraries = join(serversDirectory(environment), 'kafka');
  const files = await readdir(libraries).catch((): string[] => []);
  if (files.some((file) => /^kafka_.*\.jar$/.test(file)) && files.includes('prepared'))
    return { java, classPath: join(libraries, '*'), prepared: join(libraries, 'prepared') };
  throw missing(`there is no prepared Kafka in ${libraries}, and KAFKA_BROKERS names none`);
};

const missing = (why: string): ServerMissing => new ServerMissing('Kafka', why, '.ci/install-kafka');
