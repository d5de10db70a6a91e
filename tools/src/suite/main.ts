import { join } from 'node:path';
import { workspaceRoot } from '../process/workspace-root.ts';
import { CONTROL_HELP, endWithoutReaders, obeyLines, untilToldToStop } from '../servers/control.ts';
import { ServerMissing } from '../servers/server-missing.ts';
import { startSuite, type Suite } from './start-suite.ts';

const USAGE = `Usage: npx -y pnpm@12 start:suite [--free-ports] [--control]

Starts info-ingest, identity-resolver, activation, graphql-query and auth-token as processes of their own, over the
MongoDB, Kafka and Redis that MONGODB_URI, KAFKA_BROKERS and REDIS_URL name, else over servers of its own with temporary data. Runs
until it is told to stop (Ctrl-C).

  --free-ports          free ports instead of 8081 to 8084 and 9081 to 9085
  --control             take lines on standard input, as below
  DATA_DIR              where the secrets lie (default data)
  BOOTSTRAP_USERNAME    the first user (default admin)
  BOOTSTRAP_PASSWORD    its password; made and printed where not given

${CONTROL_HELP}
  NAME      info-ingest, identity-resolver, activation, graphql-query or auth-token
  ACTION    kill (SIGKILL), restart (the same ports; answered when it is ready)
`;

const FLAGS = ['--free-ports', '--control'];

const banner = ({ apps, user, isNewUser, servers }: Suite): string =>
  [
    'Kith is running: each app in a process of its own.',
    '',
    `  Visits          ${apps['info-ingest']?.url}/op/web/info`,
    `  Offline token   ${apps['auth-token']?.url}/auth/offline-token`,
    `  GraphQL         ${apps['graphql-query']?.url}/graphql`,
    `  Resolver        ${apps['identity-resolver']?.url}`,
    ...Object.values(apps).map(
      ({ name, managementUrl, pid }) =>
        `  Management      ${managementUrl}/readyz  (${name}, process ${pid()})`,
    ),
    '',
    `  MongoDB         ${hostsOf(servers.environment.MONGODB_URI)}`,
    `  Kafka           ${servers.environment.KAFKA_BROKERS}`,
    `  Redis           ${hostsOf(servers.environment.REDIS_URL)}`,
    ...(isNewUser ? ['', `  First user      ${user.username}`, `  Password        ${user.password}`] : []),
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n');

/** A connection string without what may be secret in it. */
const hostsOf = (uri: string): string => uri.replace(/^[^:]+:\/\/(?:[^@/]*@)?/, '').replace(/[/?].*$/, '');

/** Whoever started it may be gone when it tells of its end. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

const run = async (args: readonly string[]): Promise<number> => {
  if (args.includes('--help')) return usage(process.stdout, 0);
  if (args.some((arg) => !FLAGS.includes(arg))) return usage(process.stderr, 2);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const takesControl = args.includes('--control');
  const stopped = untilToldToStop(takesControl ? process.stdin : undefined);
  const dataDirectory = process.env['DATA_DIR'] ?? join(workspaceRoot, 'data');
  const options = { freePorts: args.includes('--free-ports'), dataDirectory, environment: process.env };
  const suite = await startSuite(options, say);
  process.stdout.write(`${banner(suite)}\n`);
  const stopListening = takesControl ? control(suite) : () => undefined;
  await stopped;
  stopListening();
  say('stopping');
  await suite.stop();
  return 0;
};

const control = ({ apps }: Suite): (() => void) => {
  const actions = Object.entries(apps).map(([name, { kill, restart }]) => [name, { kill, restart }] as const);
  return obeyLines(process.stdin, process.stdout, Object.fromEntries(actions));
};

const usage = (stream: NodeJS.WriteStream, exitCode: number): number => {
  stream.write(USAGE);
  return exitCode;
};

endWithoutReaders();
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(error instanceof ServerMissing ? `${error.message}\n` : `${String(error)}\n`);
}
