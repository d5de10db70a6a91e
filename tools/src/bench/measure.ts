import type { LoadGenerator, LoadPlan } from './load/load.ts';
import { cpuMs, untilIdle, watchMemory } from './process-usage.ts';
import type { Part, Subject } from './scenario.ts';

export interface PartUsage {
  readonly cpuMicrosPerRequest: number;
  /** The peak of the resident memory without the mapped store. */
  readonly peakBytes: number;
}

/** What one run of the load against one subject showed. */
export interface Measurement {
  /** Of the subject's processes, with what they finished after the last answer; infinite where nothing was answered. */
  readonly cpuMicrosPerRequest: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The peak of the resident memory without the mapped store. */
  readonly peakBytes: number;
  readonly answered: number;
  readonly failed: number;
  /** False where the subject was still busy ten seconds after the last answer: its CPU is more than shown. */
  readonly settled: boolean;
  /** Of each process by its name, those that do not count and the database among them. */
  readonly parts: Readonly<Record<string, PartUsage>>;
}

/** Puts load on a subject and reads from the system what that took, the database's part too where it is known. */
export const measure = async (
  { parts, others }: Pick<Subject, 'parts' | 'others'>,
  database: Part | undefined,
  generator: LoadGenerator,
  plan: LoadPlan,
): Promise<Measurement> => {
  const all = [...parts, ...others, ...(database === undefined ? [] : [database])];
  const memory = watchMemory(all.map(pidOf));
  const before = await eachCpuMs(all);
  const { answered, failed, seconds, p50Ms, p99Ms } = await generator.run(plan);
  const settled = await untilIdle(parts.map(pidOf));
  await untilIdle(others.map(pidOf));
  const used = await eachUsage(all, await memory.end(), before, answered);
  const counted = parts.map(({ name }) => used[name]!);
  return {
    cpuMicrosPerRequest: sum(counted.map(({ cpuMicrosPerRequest }) => cpuMicrosPerRequest)),
    requestsPerSecond: answered / seconds,
    p50Ms,
    p99Ms,
    peakBytes: sum(counted.map((usage) => usage.peakBytes)),
    answered,
    // A connection that waits for its answer when the load ends counts as neither.
    failed: answered === 0 ? Math.max(1, failed) : failed,
    settled,
    parts: used,
  };
};

const pidOf = ({ pid }: Part): number => pid;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const eachCpuMs = async (parts: readonly Part[]): Promise<readonly number[]> =>
  Promise.all(parts.map(({ pid }) => cpuMs([pid])));

const eachUsage = async (
  parts: readonly Part[],
  peaks: ReadonlyMap<number, number>,
  before: readonly number[],
  answered: number,
): Promise<Readonly<Record<string, PartUsage>>> => {
  const after = await eachCpuMs(parts);
  const usages = parts.map(({ name, pid }, index) => {
    const usedMs = after[index]! - before[index]!;
    const cpuMicrosPerRequest = answered === 0 ? Infinity : (usedMs * 1_000) / answered;
    return [name, { cpuMicrosPerRequest, peakBytes: peaks.get(pid) ?? 0 }] as const;
  });
  return Object.fromEntries(usages);
};
