import { CONTROL_HELP, obeyLines, untilToldToStop } from './control.ts';
import type { Actions } from './control.ts';
import type { RunningServer } from './running-server.ts';
import { ServerMissing } from './server-missing.ts';
import { startServers } from './start-servers.ts';
import type { Servers } from './start-servers.ts';

const USAGE = `Usage: node tools/dist/servers/main.js [--control]

Starts MongoDB, Kafka and Redis on free ports of this machine with temporary data, prints what names them
(lines of the form: export NAME='VALUE') on standard output, and runs until it is told to stop (Ctrl-C).
A server that MONGODB_URI, KAFKA_BROKERS or REDIS_URL names already is not started.

${CONTROL_HELP}
  NAME      mongodb, kafka or redis
  ACTION    kill (SIGKILL; the data stay), restart (the same port and data), pause (SIGSTOP), resume (SIGCONT);
            for mongodb stepdown too (its primary steps down for 3 s)

  KITH_SERVERS_DIR    where .ci/install-kafka and .ci/install-mongodb put them (default ~/.cache/kith-servers)
  REDIS_SERVER_PATH   a redis-server that is not on the path
`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

const serve = async (takesControl: boolean): Promise<void> => {
  const stopped = untilToldToStop(takesControl ? process.stdin : undefined);
  const servers = await startServers(say);
  const lines = Object.entries(servers.environment).map(
    ([name, value]) => `export ${name}=${quoted(String(value))}\n`,
  );
  process.stdout.write(lines.join(''));
  const stopListening = takesControl ? control(servers) : () => undefined;
  await stopped;
  stopListening();
  say('stopping');
  await servers.stop();
};

const control = ({ mongodb, kafka, redis }: Servers): (() => void) =>
  obeyLines(process.stdin, process.stdout, {
    mongodb: { ...actionsOf(mongodb), stepdown: mongodb.stepDown },
    kafka: actionsOf(kafka),
    redis: actionsOf(redis),
  });

const actionsOf = ({ kill, restart, pause, resume }: RunningServer): Actions => ({
  kill,
  restart,
  pause,
  resume,
});

const run = async (args: readonly string[]): Promise<number> => {
  const wantsHelp = args.includes('--help');
  if (wantsHelp || args.some((arg) => arg !== '--control')) {
    (wantsHelp ? process.stdout : process.stderr).write(USAGE);
    return wantsHelp ? 0 : 2;
  }
  try {
    await serve(args.includes('--control'));
    return 0;
  } catch (error) {
    if (!(error instanceof ServerMissing)) throw error;
    say(error.message);
    return 1;
  }
};

process.exitCode = await run(process.argv.slice(2));
