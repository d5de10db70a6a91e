import { parseArgs } from 'node:util';

export interface GenerateOptions {
  readonly help: boolean;
  readonly profiles: number;
  readonly events: number;
  /** Read what is there as analysts do, and write nothing. */
  readonly measureOnly: boolean;
}

/** People are made so many at a time; numbers are rounded up to it. */
export const PEOPLE_PER_COPY = 1_000;

export const USAGE = `Usage: MONGODB_URI=mongodb://host/database npx -y pnpm@12 generate [options]

Fills an empty database of MongoDB with people and events as the resolver stores them, in the account "generated", then
asks what analysts ask and writes down how MongoDB found it: plan, keys and documents examined, milliseconds. The table
goes to standard output, progress to standard error.

  --profiles N      people (default 1000000; at least 1000, in thousands)
  --events N        events, evenly among them (default 10000000)
  --measure-only    the database was filled before: only ask
  --help            this text

Exit codes: 0 done, 1 failed (also where a query scans), 2 wrong usage.
`;

/** What a wrong command line is told. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

const FLAGS = {
  help: { type: 'boolean', default: false },
  profiles: { type: 'string', default: '1000000' },
  events: { type: 'string', default: '10000000' },
  'measure-only': { type: 'boolean', default: false },
} as const;

/** Reads the command line; throws `WrongUsage`. */
export const readOptions = (args: readonly string[]): GenerateOptions => {
  const { help, profiles, events, 'measure-only': measureOnly } = parsed(args);
  return { help, measureOnly, profiles: counted('profiles', profiles), events: counted('events', events) };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values;
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
};

const counted = (name: string, text: string): number => {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= PEOPLE_PER_COPY) return number;
  throw new WrongUsage(
    `--${name}: must be a whole number from ${PEOPLE_PER_COPY}, not ${JSON.stringify(text)}`,
  );
};
