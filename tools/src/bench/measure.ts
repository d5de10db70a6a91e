import type { LoadGenerator, LoadPlan } from './load/load.ts';
import { cpuMs, forgetPeak, peakBytes, untilIdle } from './process-usage.ts';
import type { Subject } from './scenario.ts';

/** What one run of the load against one subject showed. */
export interface Measurement {
  /** Of the subject's processes, with what they finished after the last answer; infinite where nothing was answered. */
  readonly cpuMicrosPerRequest: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The peak of the resident memory. */
  readonly peakBytes: number;
  readonly answered: number;
  readonly failed: number;
  /** False where the subject was still busy ten seconds after the last answer: its CPU is more than shown. */
  readonly settled: boolean;
}

/** Puts load on a subject and reads from the system what that took. */
export const measure = async (
  { pids, others }: Subject,
  generator: LoadGenerator,
  plan: LoadPlan,
): Promise<Measurement> => {
  await forgetPeak(pids);
  const cpuBefore = await cpuMs(pids);
  const { answered, failed, seconds, p50Ms, p99Ms } = await generator.run(plan);
  const settled = await untilIdle(pids);
  const used = (await cpuMs(pids)) - cpuBefore;
  await untilIdle(others);
  return {
    cpuMicrosPerRequest: answered === 0 ? Infinity : (used * 1_000) / answered,
    requestsPerSecond: answered / seconds,
    p50Ms,
    p99Ms,
    peakBytes: await peakBytes(pids),
    answered,
    // A connection that waits for its answer when the load ends counts as neither.
    failed: answered === 0 ? Math.max(1, failed) : failed,
    settled,
  };
};
