import type { Measurement, PartUsage } from './measure.ts';
import { BASELINE } from './scenario.ts';

/** One measurement and where it belongs. */
export interface Sample extends Measurement {
  readonly scenario: string;
  readonly connections: number;
  readonly round: number;
  /** So many imported customers there were. */
  readonly population: number;
}

/** The medians of one scenario at one number of connections. */
export interface Row {
  readonly scenario: string;
  readonly connections: number;
  readonly cpuMicrosPerRequest: number;
  /** The median over the rounds of this scenario's CPU to the baseline's in the same round. */
  readonly ratio: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly peakBytes: number;
  readonly settled: boolean;
  /** Requests of all rounds that failed. */
  readonly failed: number;
  readonly population: number;
  /** The medians of each process, and the peaks of its memory. */
  readonly parts: Readonly<Record<string, PartUsage>>;
}

/** The middle of the numbers; between the two in the middle where they are even. */
export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[upper]! : (sorted[upper - 1]! + sorted[upper]!) / 2;
};

/** The rows of the table: by connections, then in the order in which the scenarios were measured. */
export const summarise = (samples: readonly Sample[]): readonly Row[] => {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.population} ${sample.connections} ${sample.scenario}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()]
    .map((group) => rowOf(group, samples))
    .sort((one, other) => one.connections - other.connections);
};

const rowOf = (group: readonly Sample[], all: readonly Sample[]): Row => {
  const middle = (read: (sample: Sample) => number): number => median(group.map(read));
  const { scenario, connections, population } = group[0]!;
  return {
    scenario,
    connections,
    population,
    cpuMicrosPerRequest: middle((sample) => sample.cpuMicrosPerRequest),
    ratio: middle((sample) => ratioOf(sample, all)),
    requestsPerSecond: middle((sample) => sample.requestsPerSecond),
    p50Ms: middle((sample) => sample.p50Ms),
    p99Ms: middle((sample) => sample.p99Ms),
    peakBytes: Math.max(...group.map((sample) => sample.peakBytes)),
    settled: group.every((sample) => sample.settled),
    failed: group.reduce((sum, { failed }) => sum + failed, 0),
    parts: partsOf(group),
  };
};

const partsOf = (group: readonly Sample[]): Row['parts'] =>
  Object.fromEntries(
    Object.keys(group[0]!.parts).map((name) => {
      const usages = group.flatMap(({ parts }) => parts[name] ?? []);
      return [
        name,
        {
          cpuMicrosPerRequest: median(usages.map((usage) => usage.cpuMicrosPerRequest)),
          peakBytes: Math.max(...usages.map((usage) => usage.peakBytes)),
        },
      ];
    }),
  );

/** Rounds are compared with themselves: what else the machine does changes from one to the next. */
const ratioOf = (sample: Sample, all: readonly Sample[]): number => {
  const baseline = all.find(
    ({ scenario, connections, round, population }) =>
      scenario === BASELINE &&
      population === sample.population &&
      connections === sample.connections &&
      round === sample.round,
  );
  return sample.cpuMicrosPerRequest / (baseline?.cpuMicrosPerRequest ?? Number.NaN);
};
