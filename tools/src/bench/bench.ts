import { resolve } from 'node:path';
import { startServers } from '../servers/start-servers.ts';
import { IMPORT_SCENARIOS } from './imports/import-scenarios.ts';
import { measureImports, type ImportSample } from './imports/measure-imports.ts';
import { chooseGenerator } from './load/choose-generator.ts';
import { databaseProcess } from './database-process.ts';
import type { LoadGenerator } from './load/load.ts';
import { WrongUsage, type BenchOptions } from './options.ts';
import { runRounds, type Progress, type Rounds } from './run-rounds.ts';
import { startScenario, type RunningScenario } from './running-scenario.ts';
import { BASELINE, type Scenario } from './scenario.ts';
import { createScenarios } from './scenarios/scenarios.ts';
import { isSinkChosen, measureSink, SINK_SCENARIO, type SinkSample } from './sink/measure-sink.ts';
import type { Sample } from './summarise.ts';

/** What a growing number of profiles is compared with. */
export const FEW_PROFILES = 1_000;

/** What was measured, and what could not be. */
export interface BenchOutcome {
  readonly samples: readonly Sample[];
  readonly imports: readonly ImportSample[];
  readonly sink: readonly SinkSample[];
  readonly generator: LoadGenerator['name'];
  /** One sentence for every scenario that lacks a server. */
  readonly leftOut: readonly string[];
}

/** Measures what the options ask for. Throws `WrongUsage`, what a scenario fails with, and the signal's reason. */
export const bench = async (
  options: BenchOptions,
  environment: NodeJS.ProcessEnv,
  progress: Progress,
  signal: AbortSignal,
): Promise<BenchOutcome> => {
  const generator = chooseGenerator(options.load);
  if (generator === undefined) throw new WrongUsage('--load: there is no wrk on the path');
  const chosen = chosenScenarios(createScenarios(), options.only);
  const servers = options.servers ? await startServers(progress, environment) : undefined;
  try {
    const surroundings = {
      environment: { ...environment, ...servers?.environment },
      generator,
      progress,
      signal,
    };
    const samples = await measureAll(
      chosen.filter((scenario) => missingOf(scenario, surroundings.environment).length === 0),
      options,
      surroundings,
    );
    const grows = options.profiles !== undefined;
    const imports = grows ? [] : await measureImports({ ...surroundings, options });
    const sink = grows ? [] : await measureSink({ ...surroundings, options });
    const leftOut = [
      ...leftOutOf(chosen, surroundings.environment),
      ...(isSinkChosen(options) && sink.length === 0 ? [`${SINK_SCENARIO}: needs MONGODB_URI`] : []),
    ];
    return { samples, imports, sink, generator: generator.name, leftOut };
  } finally {
    await servers?.stop();
  }
};

const leftOutOf = (chosen: readonly Scenario[], environment: NodeJS.ProcessEnv): readonly string[] =>
  chosen.flatMap((scenario) => {
    const missing = missingOf(scenario, environment);
    return missing.length === 0 ? [] : [`${scenario.name}: needs ${missing.join(', ')}`];
  });

const chosenScenarios = (scenarios: readonly Scenario[], only: readonly string[]): readonly Scenario[] => {
  const all = [...scenarios, ...IMPORT_SCENARIOS, { name: SINK_SCENARIO }];
  const unknown = only.find((part) => !all.some(({ name }) => name.includes(part)));
  if (unknown !== undefined) {
    const names = all.map(({ name }) => `  ${name}`).join('\n');
    throw new WrongUsage(
      `--only: no scenario's name contains ${JSON.stringify(unknown)}. There are:\n${names}`,
    );
  }
  return scenarios.filter(
    ({ name }) => name === BASELINE || only.length === 0 || only.some((part) => name.includes(part)),
  );
};

const missingOf = ({ needs }: Scenario, environment: NodeJS.ProcessEnv): readonly string[] =>
  needs.filter((name) => (environment[name] ?? '') === '');

interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly generator: LoadGenerator;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

const measureAll = async (
  able: readonly Scenario[],
  options: BenchOptions,
  { environment, generator, progress, signal }: Surroundings,
): Promise<readonly Sample[]> => {
  const nodeOptions = profilerOptions(options.profile);
  const running: RunningScenario[] = [];
  try {
    for (const scenario of able) {
      signal.throwIfAborted();
      progress(`starting ${scenario.name}`);
      running.push(await startScenario(scenario, { environment, nodeOptions }));
    }
    const database = await databaseProcess(environment['MONGODB_URI']);
    const rounds = { generator, options, database, progress, signal };
    if (options.profiles === undefined)
      return await runRounds({ ...rounds, scenarios: running, population: 0 });
    return await runGrowing({ ...rounds, scenarios: running }, [FEW_PROFILES, options.profiles]);
  } finally {
    await Promise.all(running.map(({ subject }) => subject.stop()));
  }
};

/** The same rounds at each number of customers, one number after the other. */
const runGrowing = async (
  rounds: Omit<Rounds, 'population'>,
  populations: readonly number[],
): Promise<readonly Sample[]> => {
  const samples: Sample[] = [];
  for (const population of populations) {
    const scenarios: RunningScenario[] = [];
    for (const scenario of rounds.scenarios) {
      rounds.signal.throwIfAborted();
      rounds.progress(`${population} customers for ${scenario.name}`);
      await scenario.subject.populate?.(population);
      scenarios.push({ ...scenario, requests: await scenario.subject.requests({ count: 1, population }) });
    }
    samples.push(...(await runRounds({ ...rounds, scenarios, population })));
  }
  return samples;
};

const profilerOptions = (directory: string | undefined): readonly string[] =>
  directory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(directory)}`];
