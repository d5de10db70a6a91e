import type { LoadGenerator, LoadPlan } from './load/load.ts';
import { measure } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { untilIdle } from './process-usage.ts';
import type { RunningScenario } from './running-scenario.ts';
import type { Part } from './scenario.ts';
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
  /** The database of the apps apart, where it runs here. */
  readonly database: Part | undefined;
  /** So many imported customers there are. */
  readonly population: number;
  readonly progress: Progress;
  /** Ends the rounds before the next measurement, with its reason. */
  readonly signal: AbortSignal;
}

/** A slow scenario on a busy machine is not warmed up for ever. */
const MAX_WARM_UPS = 10;
/** Requests that can be sent once only: so many for each second that a measurement is to last. */
const ONCE_PER_SECOND = 400;

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

const warmUp = async (rounds: Rounds, scenario: RunningScenario): Promise<void> => {
  const { generator, options, progress, signal } = rounds;
  signal.throwIfAborted();
  progress(`warming up ${scenario.name}`);
  const { parts, others } = scenario.subject;
  const connections = Math.min(...options.connections);
  let answered = 0;
  const plan = await planOf(rounds, scenario, connections, options.warmUpSeconds);
  // What can be sent once is prepared by requests that warm up too.
  const runs = scenario.requests.once ? 1 : MAX_WARM_UPS;
  for (let run = 0; run < runs && answered < options.warmUpRequests; run += 1) {
    answered += (await generator.run(plan)).answered;
  }
  await untilIdle([...parts, ...others].map(({ pid }) => pid));
};

/** What is sent: the requests that are there, or as many new ones as can be sent once. */
const planOf = async (
  { population }: Rounds,
  { subject, requests }: RunningScenario,
  connections: number,
  seconds: number,
): Promise<LoadPlan> => {
  const plan = { url: subject.url, connections, seconds };
  if (!requests.once) return { ...plan, requests: requests.requests };
  const amount = Math.max(connections, Math.ceil(ONCE_PER_SECOND * seconds));
  // A connection may hold one more than it comes to send.
  const made = await subject.requests({ count: amount + 2 * connections, population });
  await untilIdle([...subject.parts, ...subject.others].map(({ pid }) => pid));
  return { ...plan, requests: made.requests, amount };
};

const sample = async (
  rounds: Rounds,
  scenario: RunningScenario,
  connections: number,
  round: number,
): Promise<Sample> => {
  const { generator, options, database, population, progress, signal } = rounds;
  signal.throwIfAborted();
  const { name, subject } = scenario;
  const plan = await planOf(rounds, scenario, connections, options.seconds);
  const measured = await measure(subject, database, generator, plan);
  const { cpuMicrosPerRequest, failed } = measured;
  const bad = failed === 0 ? '' : `, ${failed} requests failed`;
  progress(
    `round ${round}, ${connections} connections, ${name}: ${cpuMicrosPerRequest.toFixed(0)} µs per request${bad}`,
  );
  return { scenario: name, connections, round, population, ...measured };
};
