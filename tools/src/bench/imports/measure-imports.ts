import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from '../options.ts';
import type { Progress } from '../run-rounds.ts';
import { IMPORT_SCENARIOS, type ImportScenario } from './import-scenarios.ts';

export interface ImportSample {
  readonly scenario: string;
  readonly round: number;
  readonly lines: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

export interface ImportBenchDeps {
  readonly options: Pick<BenchOptions, 'only' | 'rounds' | 'short'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Enough that the start of a process, and what V8 still compiles, count little. */
const LINES = 100_000;
const SHORT_LINES = 2_000;

/** Measures the imports that are asked for, in turns, each into a data directory of its own. */
export const measureImports = async (deps: ImportBenchDeps): Promise<readonly ImportSample[]> => {
  const { only, rounds, short } = deps.options;
  const chosen = IMPORT_SCENARIOS.filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const samples: ImportSample[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const scenario of chosen) {
      samples.push(await measureOne(deps, scenario, round, short ? SHORT_LINES : LINES));
    }
  }
  return samples;
};

const measureOne = async (
  { environment, progress, signal }: ImportBenchDeps,
  { name, run }: ImportScenario,
  round: number,
  lines: number,
): Promise<ImportSample> => {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'kith-bench-import-'));
  try {
    const file = join(folder, 'permissions.csv');
    await writeFile(file, contentOf(lines));
    const used = await run({
      file,
      dataDir: join(folder, 'data'),
      environment: embedded(environment),
      signal,
    });
    progress(`round ${round}, ${name}: ${(lines / used.seconds).toFixed(0)} lines a second`);
    return { scenario: name, round, lines, ...used };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The data directory counts; servers that the bench may have are for other scenarios. */
const embedded = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const { MONGODB_URI: _m, KAFKA_BROKERS: _k, REDIS_URL: _r, RESOLVER_URL: _u, ...rest } = environment;
  return rest;
};

const contentOf = (lines: number): string =>
  `identifier,value,permission,status,modifiedAt\n${Array.from(
    { length: lines },
    (_, index) => `customerId,bench-${index},CS-OPT,${index % 2 === 0},2026-01-01T00:00:00Z\n`,
  ).join('')}`;
