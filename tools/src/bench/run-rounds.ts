import type { LoadGenerator } from './load/load.ts';
import { measure } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { untilIdle } from './process-usage.ts';
import type { RunningScenario } from './running-scenario.ts';
import type { Sample } from './summarise.ts';

/** Told in sentences what goes on. */
export type Progress = (line: string) => void;

export interface Rounds {
  readonly scenarios: readonly RunningScenario[];
  readonly generator: LoadGenerator;
  readonly options: Pick<
    BenchOptions,
    'connections' | 'rounds' | 'seconds' | 'warmUpSeconds' | 'warmUpRequests'
  >;
  readonly progress: Progress;
  /** Ends the rounds before the next measurement, with its reason. */
  readonly signal: AbortSignal;
}

/** A slow scenario on a busy machine is not warmed up for ever. */
const MAX_WARM_UPS = 4;

/**
 * Warms every scenario up, then measures one after the other, round by round, so that what else the machine does
 * meets all of them alike. What fails is counted, and ends nothing.
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

const warmUp = async (
  { generator, options, progress, signal }: Rounds,
  scenario: RunningScenario,
): Promise<void> => {
  signal.throwIfAborted();
  progress(`warming up ${scenario.name}`);
  const { subject, requests } = scenario;
  const connections = Math.min(...options.connections);
  const plan = { url: subject.url, requests, connections, seconds: options.warmUpSeconds };
  let answered = 0;
  for (let run = 0; run < MAX_WARM_UPS && answered < options.warmUpRequests; run += 1) {
    answered += (await generator.run(plan)).answered;
  }
  await untilIdle([...subject.pids, ...subject.others]);
};

const sample = async (
  { generator, options, progress, signal }: Rounds,
  { name, subject, requests }: RunningScenario,
  connections: number,
  round: number,
): Promise<Sample> => {
  signal.throwIfAborted();
  const plan = { url: subject.url, requests, connections, seconds: options.seconds };
  const measured = await measure(subject, generator, plan);
  const { cpuMicrosPerRequest, failed } = measured;
  const bad = failed === 0 ? '' : `, ${failed} requests failed`;
  progress(
    `round ${round}, ${connections} connections, ${name}: ${cpuMicrosPerRequest.toFixed(0)} µs per request${bad}`,
  );
  return { scenario: name, connections, round, ...measured };
};
