import type { LoadGenerator } from './load/load.ts';
import { measure } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { untilIdle } from './process-usage.ts';
import type { RunningScenario } from './running-scenario.ts';
import type { Sample } from './summarise.ts';

/** Told in sentences what goes on. */
export type Progress = (line: string) => void;

/** What the rounds are made of. */
export interface Rounds {
  readonly scenarios: readonly RunningScenario[];
  readonly generator: LoadGenerator;
  readonly options: Pick<BenchOptions, 'connections' | 'rounds' | 'seconds' | 'warmUpSeconds'>;
  readonly progress: Progress;
}

/**
 * Warms every scenario up, then measures one after the other, round by round, so that what else the machine does
 * meets all of them alike. Throws where a request failed.
 */
export const runRounds = async (rounds: Rounds): Promise<readonly Sample[]> => {
  const { scenarios, options } = rounds;
  for (const scenario of scenarios) await warmUp(rounds, scenario);
  const samples: Sample[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const connections of options.connections) {
      for (const scenario of scenarios) samples.push(await sample(rounds, scenario, connections, round));
    }
  }
  return samples;
};

const warmUp = async ({ generator, options, progress }: Rounds, scenario: RunningScenario): Promise<void> => {
  progress(`warming up ${scenario.name}`);
  const { url, pids, others } = scenario.subject;
  const connections = Math.min(...options.connections);
  await generator.run({ url, requests: scenario.requests, connections, seconds: options.warmUpSeconds });
  await untilIdle([...pids, ...others]);
};

const sample = async (
  { generator, options, progress }: Rounds,
  { name, subject, requests }: RunningScenario,
  connections: number,
  round: number,
): Promise<Sample> => {
  const plan = { url: subject.url, requests, connections, seconds: options.seconds };
  const measured = await measure(subject, generator, plan);
  const { cpuMicrosPerRequest, answered, failed } = measured;
  progress(
    `round ${round}, ${connections} connections, ${name}: ${cpuMicrosPerRequest.toFixed(0)} µs per request`,
  );
  if (failed > 0 || answered === 0) throw new Error(`${name}: ${failed} failed, ${answered} answered`);
  return { scenario: name, connections, round, ...measured };
};
