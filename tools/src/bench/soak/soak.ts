import { setMaxListeners } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { offlineToken } from '../../suite/analyst.ts';
import { runCommand } from '../run-command.ts';
import { currentBytes } from '../process-usage.ts';
import type { Progress } from '../run-rounds.ts';
import { SOAK_FAULTS, untilHealed } from './faults.ts';
import { quantile, unexplained, type Fault, type Outcome } from './outcomes.ts';
import { recount } from './recount.ts';
import { startSoakLoad, type Analyst } from './soak-load.ts';
import { soakPlots, type MemorySample, type Recorded } from './soak-plots.ts';
import type { Promised } from './soak-person.ts';
import { startSoakSuite, type SoakSuite } from './soak-suite.ts';

export interface SoakDeps {
  readonly minutes: number;
  /** Where plots are written; undefined: nowhere. */
  readonly plots: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

const MINUTE_MS = 60_000;
const SAMPLE_MS = 1_000;
/** About how long a fault takes until all is in order again. */
const FAULT_MS = 6_000;
const [MIN_CALM_MS, MAX_CALM_MS] = [2_000, 20_000];

/** Load, faults in turn, a recount; answers with a sentence for each thing that should not have been. */
export const soak = async (deps: SoakDeps): Promise<readonly string[]> => {
  const { environment, progress } = deps;
  const suite = await startSoakSuite(environment, progress);
  try {
    const auth = suite.apps['auth-token']!.url;
    const token = await offlineToken(auth, suite.user);
    const analyst = { graphql: suite.apps['graphql-query']!.url, auth, offlineToken: token };
    const { recorded, promised } = await underLoad(deps, suite, analyst);
    await writePlots(deps, recorded);
    tell(progress, recorded);
    return [...strange(recorded), ...(await countAgain(deps, suite, analyst, promised))];
  } finally {
    await suite.stop();
  }
};

const underLoad = async (
  { minutes, progress, signal }: SoakDeps,
  suite: SoakSuite,
  analyst: Analyst,
): Promise<{ readonly recorded: Recorded; readonly promised: readonly Promised[] }> => {
  const begun = performance.now();
  const clock = (): number => performance.now() - begun;
  const outcomes: Outcome[] = [];
  const onOutcome = (outcome: Outcome): void => void outcomes.push(outcome);
  const sampling = startSampling(suite, clock);
  const giveUp = new AbortController();
  const ending = AbortSignal.any([signal, giveUp.signal]);
  // Everybody who waits listens to it.
  setMaxListeners(0, ending);
  const edge = suite.apps['info-ingest']!.url;
  const load = startSoakLoad({ edge, clock, onOutcome, signal: ending }, analyst);
  try {
    const faults = await inTurn({ suite, clock, progress, signal, ms: minutes * MINUTE_MS });
    const promised = await load.stop();
    return { recorded: { ms: clock(), outcomes, memory: sampling.samples, faults }, promised };
  } finally {
    giveUp.abort(new Error('the soak has ended'));
    sampling.stop();
  }
};

interface Turns {
  readonly suite: SoakSuite;
  readonly clock: () => number;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly ms: number;
}

/** One fault after the other, a calm before each, all of them once at least; answers with when they were. */
const inTurn = async ({ suite, clock, progress, signal, ms }: Turns): Promise<readonly Fault[]> => {
  const calmMs = Math.min(MAX_CALM_MS, Math.max(MIN_CALM_MS, ms / SOAK_FAULTS.length - FAULT_MS));
  const faults: Fault[] = [];
  for (let turn = 0; turn < SOAK_FAULTS.length || clock() < ms; turn += 1) {
    await setTimeout(calmMs, undefined, { signal });
    const { name, happen } = SOAK_FAULTS[turn % SOAK_FAULTS.length]!;
    const from = clock();
    await happen(suite);
    await untilHealed(suite);
    faults.push({ name, from, to: clock() });
    const told = ((clock() - from) / 1_000).toFixed(1);
    progress(`${(from / 1_000).toFixed(0)} s: ${name}, all in order again after ${told} s`);
  }
  await setTimeout(calmMs, undefined, { signal });
  return faults;
};

const startSampling = ({ apps }: SoakSuite, clock: () => number) => {
  const samples: MemorySample[] = [];
  const look = async (): Promise<void> => {
    const bytes = await Promise.all(
      Object.entries(apps).map(async ([name, app]) => [name, await currentBytes(app.pid())] as const),
    );
    // One that is not there now has none.
    const known = bytes.flatMap(([name, used]) => (used === undefined ? [] : [[name, used] as const]));
    samples.push({ at: clock(), bytes: Object.fromEntries(known) });
  };
  const timer = setInterval(() => void look(), SAMPLE_MS);
  return { samples, stop: () => clearInterval(timer) };
};

const writePlots = async ({ plots, progress }: SoakDeps, recorded: Recorded): Promise<void> => {
  if (plots === undefined) return;
  await mkdir(plots, { recursive: true });
  for (const [name, text] of Object.entries(soakPlots(recorded))) {
    await writeFile(join(plots, name), text);
    progress(`wrote ${join(plots, name)}`);
  }
};

/** What was asked, how often each answer came, and how long what was answered took. */
const tell = (progress: Progress, { outcomes }: Recorded): void => {
  for (const what of new Set(outcomes.map((outcome) => outcome.what))) {
    const all = outcomes.filter((outcome) => outcome.what === what);
    const statuses = new Set(all.map(({ status }) => status));
    const told = Array.from(statuses, (status) => {
      const count = all.filter((outcome) => outcome.status === status).length;
      return `${status ?? 'broken'}: ${count}`;
    }).join(', ');
    const times = all.filter(({ status }) => status === 200).map(({ ms }) => ms);
    const [p50, p99] = [0.5, 0.99].map((part) => quantile(times, part)?.toFixed(0) ?? '-');
    progress(`${what}: ${told}; p50 ${p50} ms, p99 ${p99} ms`);
  }
};

const MAX_TOLD = 20;

const strange = ({ outcomes, faults }: Recorded): readonly string[] => {
  const all = unexplained(outcomes, faults);
  const more = all.length > MAX_TOLD ? [`and ${all.length - MAX_TOLD} more that no fault explains`] : [];
  const told = all.slice(0, MAX_TOLD).map(({ what, at, ms, status }) => {
    const answer = status === null ? 'got no answer' : `was answered with ${status}`;
    return `${what} at ${(at / 1_000).toFixed(1)} s ${answer} after ${ms.toFixed(0)} ms, and no fault explains it`;
  });
  return [...told, ...more];
};

const countAgain = async (
  { progress, signal }: SoakDeps,
  suite: SoakSuite,
  analyst: Analyst,
  promised: readonly Promised[],
): Promise<readonly string[]> => {
  const { persons, events, decisions, broken } = await recount(analyst, promised);
  progress(
    `${persons} persons, ${events} acknowledged events, ${decisions} acknowledged decisions counted again`,
  );
  const verified = await runCommand(['consent', 'verify', '--account', 'demo'], suite.commands, signal).then(
    () => [],
    (error: unknown) => [`consent verify: ${String(error)}`],
  );
  if (verified.length === 0) progress('consent verify: every chain holds');
  return [...broken, ...verified];
};
