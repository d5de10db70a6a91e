// Prints what this machine has of the things that some suites need: a run of the tests without them proves less, and its
// result must not stand for one with them.
import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const PROGRAMS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'git',
  'curl',
  'openssl',
  'java',
  'redis-server',
];
/** What names a thing that is not where it is looked for. */
const NAMED = ['CHROMIUM_PATH', 'REDIS_SERVER_PATH'];
/** A server that is named does as well as one that can be started. */
const SERVERS = { MONGODB_URI: 'mongodb', KAFKA_BROKERS: 'kafka', REDIS_URL: 'redis' };

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));

/** The folders of servers and tools, with the stamps that name their versions. */
const installed = () => {
  const folder = process.env.KITH_SERVERS_DIR ?? join(homedir(), '.cache/kith-servers');
  try {
    return readdirSync(folder).flatMap((name) => [
      name,
      ...readdirSync(join(folder, name)).filter((entry) => entry.startsWith('.installed-')),
    ]);
  } catch {
    return [];
  }
};

const isGiven = (name) => (process.env[name] ?? '') !== '';
const found = new Set([...installed(), ...PROGRAMS.filter(onPath)]);
for (const [name, server] of Object.entries(SERVERS)) if (isGiven(name)) found.add(server);
if (found.has('redis-server')) found.add('redis');

process.stdout.write(
  JSON.stringify({ node: process.version, found: [...found].toSorted(), named: NAMED.filter(isGiven) }),
);
