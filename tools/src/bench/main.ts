import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runWithNode, withoutNode } from '../servers/run-with-node.ts';
import { bench } from './bench.ts';
import { importTable } from './imports/import-table.ts';
import { growthTable } from './growth-table.ts';
import { machine } from './machine.ts';
import { readOptions, USAGE, WrongUsage, type BenchOptions } from './options.ts';
import { partsTable } from './parts-table.ts';
import { patiently } from './patiently.ts';
import { SINK_LOAD } from './sink/measure-sink.ts';
import { sinkTable } from './sink/sink-table.ts';
import { soak } from './soak/soak.ts';
import { summarise } from './summarise.ts';
import { table } from './table.ts';
import { targetsTable } from './targets.ts';

const main = fileURLToPath(import.meta.url);

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Measures and reports; answers with how many requests failed. */
const report = async (options: BenchOptions, signal: AbortSignal): Promise<number> => {
  const where = machine();
  const { samples, imports, sink, generator, leftOut } = await bench(options, process.env, say, signal);
  const rows = summarise(samples);
  const { cores, processor, memoryGiB, node, loadBefore } = where;
  for (const part of [table(rows), partsTable(rows), growthTable(rows), targetsTable(rows)])
    if (part !== '') process.stdout.write(`${part}\n\n`);
  if (imports.length > 0) process.stdout.write(`${importTable(imports)}\n\n`);
  if (sink.length > 0) process.stdout.write(`${sinkTable(sink)}\n\n${SINK_LOAD}\n\n`);
  process.stdout.write(
    `${cores} cores (${processor}), ${memoryGiB} GiB, Node ${node}, load by ${generator}, ` +
      `${loadBefore.toFixed(1)} processes running before; medians of ${options.rounds} rounds\n`,
  );
  for (const line of leftOut) process.stdout.write(`left out: ${line}\n`);
  if (options.json !== undefined) {
    const { rounds, seconds, warmUpSeconds } = options;
    const whole = {
      machine: where,
      generator,
      rounds,
      seconds,
      warmUpSeconds,
      rows,
      samples,
      imports,
      sink,
      leftOut,
    };
    await writeFile(options.json, `${JSON.stringify(whole, null, 2)}\n`);
  }
  const missing = process.env['KITH_REQUIRE_ALL'] === '1' ? leftOut.length : 0;
  return samples.reduce((sum, { failed }) => sum + failed, missing);
};

/** Exit code 1 where something was not as promised. */
const reportSoak = async ({ plots }: BenchOptions, minutes: number, signal: AbortSignal): Promise<number> => {
  const faults = await soak({ minutes, plots, environment: process.env, progress: say, signal });
  process.stdout.write(faults.length === 0 ? 'every promise was kept\n' : `${faults.join('\n')}\n`);
  return faults.length === 0 ? 0 : 1;
};

const reportAll = (options: BenchOptions, signal: AbortSignal): Promise<number> =>
  options.short ? patiently(() => report(options, signal)) : report(options, signal);

const run = async (args: readonly string[], signal: AbortSignal): Promise<number> => {
  try {
    const options = readOptions(args);
    if (options.help) process.stdout.write(USAGE);
    else if (options.node !== undefined)
      return await runWithNode(options.node, [main, ...withoutNode(args)], signal);
    else if (options.soak !== undefined) return await reportSoak(options, options.soak, signal);
    else return (await reportAll(options, signal)) > 0 ? 1 : 0;
    return 0;
  } catch (error) {
    if (!(error instanceof WrongUsage)) {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return 1;
    }
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return 2;
  }
};

// Every subject is killed at the end of this process, and there may be many.
process.setMaxListeners(0);
const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interruption.abort(new Error(`stopped by ${name}`)));
}
process.exitCode = await run(process.argv.slice(2), interruption.signal);
