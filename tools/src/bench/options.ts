import { parseArgs } from 'node:util';

export interface BenchOptions {
  readonly help: boolean;
  /** Few seconds for everything: shows that it works, measures nothing. */
  readonly short: boolean;
  /** Parts of the names of scenarios; all where it is empty. */
  readonly only: readonly string[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** The warm-up is repeated until so many requests were answered: V8 compiles what ran often, not what ran long. */
  readonly warmUpRequests: number;
  readonly json: string | undefined;
  readonly profile: string | undefined;
  /** Another Node to measure with: its major version or its path. */
  readonly node: string | undefined;
  readonly load: 'wrk' | 'autocannon' | undefined;
  /** Start MongoDB, Kafka and Redis where the environment names none. */
  readonly servers: boolean;
  /** Measure at 1,000 customers and then at so many. */
  readonly profiles: number | undefined;
  /** Minutes of load with faults, in the place of all else. */
  readonly soak: number | undefined;
  /** Where the soak writes its plots. */
  readonly plots: string | undefined;
}

export const USAGE = `Usage: npx -y pnpm@12 bench [options]

Measures references and Kith side by side, in interleaved rounds, on the loopback interface, then imports of 100,000
lines into the embedded store, and the sink of tracking events beside a bare insertMany. The tables go to standard output, progress to standard error. Scenarios on MongoDB,
Kafka and Redis run where MONGODB_URI, KAFKA_BROKERS and REDIS_URL name them.

  --only NAME          scenarios whose name contains NAME (again for more); the baseline is always measured
  --connections N,N    connections of the load (default 50,400)
  --rounds N           rounds (default 3)
  --seconds N          length of one measurement (default 5)
  --warm-up N          length of the load before the first round, repeated up to ten times until it had 40,000
                       answers (default 3)
  --servers            start MongoDB, Kafka and Redis with temporary data where the environment names none; in those
                       that it names, the databases kith and kith-auth and Kith's topics are written to
  --profiles N         measure at 1,000 imported customers and again at N (up to 10,000,000), and tell how each row
                       has grown; without imports and sink
  --soak MINUTES       in the place of all else: load on every path of the apps apart while servers and apps fail in
                       turn, and then a recount
  --plots DIR          where the soak writes its plots (default: none)
  --load NAME          wrk or autocannon (default: wrk where it is on the path)
  --node NAME          measure with another Node: 22 or 24, which are fetched where they are not there, or the path of
                       one (default: the one that runs this)
  --json FILE          write all measurements and medians to FILE too
  --profile DIR        write CPU profiles of references and standalone to DIR; the figures are then worth nothing
  --short              one round of a fifth of a second at 8 connections, imports of 2,000 lines: shows that
                       everything works
  --help               this text

Exit codes: 0 measured, 1 a request failed or a scenario did not start, 2 wrong usage.
`;

const FLAGS = {
  help: { type: 'boolean', default: false },
  short: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true },
  connections: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  'warm-up': { type: 'string' },
  servers: { type: 'boolean', default: false },
  profiles: { type: 'string' },
  soak: { type: 'string' },
  plots: { type: 'string' },
  load: { type: 'string' },
  json: { type: 'string' },
  profile: { type: 'string' },
  node: { type: 'string' },
} as const;

/** What a wrong command line is told. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

const counted = (name: string, text: string, most: number): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new WrongUsage(`--${name}: must be a whole number from 1 to ${most}, not ${JSON.stringify(text)}`);
};

const asked = (name: string, text: string | undefined, most: number): number | undefined =>
  text === undefined ? undefined : counted(name, text, most);

const generatorNamed = (name: string | undefined): BenchOptions['load'] => {
  if (name === undefined || name === 'wrk' || name === 'autocannon') return name;
  throw new WrongUsage(`--load: must be wrk or autocannon, not ${JSON.stringify(name)}`);
};

const NORMAL = { connections: '50,400', rounds: 3, seconds: 5, warmUpSeconds: 3 };
/** Of what is only to be seen working, every second more is one of all processors. */
const SHORT = { connections: '8', rounds: 1, seconds: 0.2, warmUpSeconds: 0.2 };

/** Reads the command line; throws `WrongUsage`. */
export const readOptions = (args: readonly string[]): BenchOptions => {
  const { values } = parsed(args);
  const { help, short, only = [], servers, json, profile, node, plots } = values;
  const normal = short ? SHORT : NORMAL;
  return {
    ...{ help, short, only, servers, json, profile, node, plots },
    profiles: asked('profiles', values.profiles, 10_000_000),
    soak: asked('soak', values.soak, 1_440),
    load: generatorNamed(values.load),
    connections: (values.connections ?? normal.connections)
      .split(',')
      .map((text) => counted('connections', text, 10_000)),
    rounds: asked('rounds', values.rounds, 100) ?? normal.rounds,
    seconds: asked('seconds', values.seconds, 300) ?? normal.seconds,
    warmUpSeconds: asked('warm-up', values['warm-up'], 300) ?? normal.warmUpSeconds,
    warmUpRequests: short ? 1 : 40_000,
  };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: FLAGS, strict: true, allowPositionals: false });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
};
