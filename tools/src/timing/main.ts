import { parseArgs } from 'node:util';
import { machine } from '../bench/machine.ts';
import { markdownTable } from '../bench/table.ts';
import { spreadOf } from './spread.ts';
import { TIMED_COMMANDS, type TimedCommand } from './timed-commands.ts';

const USAGE = `Usage: node tools/dist/timing/main.js [--times N] [--only NAME]

Times what people do again and again, on built sources of this folder and with a warm package cache, and prints a table
of seconds. A fresh clone is one of the last commit.

  --times N      how often each (default 10)
  --only NAME    those whose name contains NAME
  --help         this text
`;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Rounds over all of them, so that what else the machine does meets each of them alike. */
const timeAll = async (commands: readonly TimedCommand[], times: number): Promise<readonly number[][]> => {
  const taken: number[][] = commands.map(() => []);
  for (let round = 1; round <= times; round += 1) {
    for (const [index, command] of commands.entries()) {
      const seconds = await command.time();
      say(`${round} of ${times}: ${command.name}: ${seconds.toFixed(2)} s`);
      taken[index]?.push(seconds);
    }
  }
  return taken;
};

const rowOf = ({ name }: TimedCommand, taken: readonly number[]): readonly string[] => {
  const { least, median, most } = spreadOf(taken);
  return [name, ...[least, median, most].map((seconds) => seconds.toFixed(2))];
};

const report = async (commands: readonly TimedCommand[], times: number): Promise<void> => {
  const { cores, processor, memoryGiB, node, loadBefore } = machine();
  const taken = await timeAll(commands, times);
  const rows = commands.map((command, index) => rowOf(command, taken[index] ?? []));
  const heads = ['command', 'least, s', 'median, s', 'most, s'];
  process.stdout.write(
    `${markdownTable([heads, ...rows], 0)}\n\n${cores} cores (${processor}), ${memoryGiB} GiB, Node ${node}, ` +
      `${loadBefore.toFixed(1)} processes running before; ${times} times each\n`,
  );
};

const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      times: { type: 'string', default: '10' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const times = Number(values.times);
  const commands = TIMED_COMMANDS.filter(({ name }) => name.includes(values.only ?? ''));
  const isWrong = !Number.isInteger(times) || times < 1 || commands.length === 0;
  if (isWrong || values.help === true) {
    (isWrong ? process.stderr : process.stdout).write(USAGE);
    return isWrong ? 2 : 0;
  }
  await report(commands, times);
  return 0;
};

process.exitCode = await run(process.argv.slice(2));
