import { clearServers } from './clear-servers.ts';
import { CONTROL_HELP, endWithoutReaders, obeyLines, untilToldToStop, type Actions } from './control.ts';
import { startFrontedServers, type FrontedServers } from './fronted-servers.ts';
import { given } from './given.ts';
import type { RoughFront } from './rough-front.ts';
import { refuse, type RunningServer } from './running-server.ts';
import { ServerMissing } from './server-missing.ts';
import { startServers, type Servers } from './start-servers.ts';

const USAGE = `Usage: node tools/dist/servers/main.js [--control] [--fronts]

Starts MongoDB, Kafka and Redis on free ports of this machine with temporary data, prints what names them
(lines of the form: export NAME='VALUE') on standard output, and runs until it is told to stop (Ctrl-C).
A server that MONGODB_URI, KAFKA_BROKERS or REDIS_URL names already is not started.

${CONTROL_HELP}
  NAME      mongodb, kafka, redis, or servers for all three
  ACTION    kill (SIGKILL; the data stay), restart (the same port and data), pause (SIGSTOP), resume (SIGCONT);
            for mongodb stepdown too (its primary steps down for 3 s); with --fronts for mongodb and kafka cut
            (the way to it ends), slow (up to 60 ms more each way) and mend as well; for servers clear alone
            (everything in them goes, as if they had just been started)

  --fronts            MongoDB and Kafka of its own, each behind a port that can be cut and slowed

  KITH_SERVERS_DIR    where the installers of .ci put them (default ~/.cache/kith-servers)
  REDIS_SERVER_PATH   a redis-server in the place of the installed one
`;

const FLAGS = ['--control', '--fronts'];

const say = (line: string): void => void process.stderr.write(`${line}\n`);

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

const serve = async (takesControl: boolean, withFronts: boolean): Promise<void> => {
  const stopped = untilToldToStop(takesControl ? process.stdin : undefined);
  const servers: Servers & Partial<FrontedServers> = withFronts
    ? await startFrontedServers(say, process.env)
    : await startServers(say);
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

const control = ({
  environment,
  mongodb,
  kafka,
  redis,
  fronts,
}: Servers & Partial<FrontedServers>): (() => void) =>
  obeyLines(process.stdin, process.stdout, {
    mongodb: { ...actionsOf(mongodb), stepdown: mongodb.stepDown, ...frontActions(fronts?.mongodb) },
    kafka: { ...actionsOf(kafka), ...frontActions(fronts?.kafka) },
    redis: actionsOf(redis),
    servers: { clear: () => (isAnyGiven() ? refuse() : clearServers(environment)) },
  });

const isAnyGiven = (): boolean =>
  ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL'].some((name) => given(process.env, name) !== undefined);

const frontActions = (front: RoughFront | undefined): Actions =>
  front === undefined ? {} : { cut: front.cut, slow: front.slow, mend: front.mend };

const actionsOf = ({ kill, restart, pause, resume }: RunningServer): Actions => ({
  kill,
  restart,
  pause,
  resume,
});

const run = async (args: readonly string[]): Promise<number> => {
  const wantsHelp = args.includes('--help');
  if (wantsHelp || args.some((arg) => !FLAGS.includes(arg))) {
    (wantsHelp ? process.stdout : process.stderr).write(USAGE);
    return wantsHelp ? 0 : 2;
  }
  try {
    await serve(args.includes('--control'), args.includes('--fronts'));
    return 0;
  } catch (error) {
    if (!(error instanceof ServerMissing)) throw error;
    say(error.message);
    return 1;
  }
};

endWithoutReaders();
process.exitCode = await run(process.argv.slice(2));
