import { quantile, type Fault, type Outcome } from './outcomes.ts';
import { svgOf, type Plot, type Series } from './plot.ts';

/** The memory of the apps at one moment, in bytes, by their names. */
export interface MemorySample {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly bytes: Readonly<Record<string, number>>;
}

export interface Recorded {
  readonly ms: number;
  readonly outcomes: readonly Outcome[];
  readonly memory: readonly MemorySample[];
  readonly faults: readonly Fault[];
}

const MEBIBYTE = 1_048_576;
const SECOND = 1_000;

/** The plots as texts of SVG images, by the names of their files. */
export const soakPlots = (recorded: Recorded): Readonly<Record<string, string>> => {
  const bands = recorded.faults.map(({ name, from, to }) => ({ name, from: from / SECOND, to: to / SECOND }));
  const plot = (rest: Pick<Plot, 'title' | 'unit' | 'series' | 'logarithmic'>): string =>
    svgOf({ ...rest, bands, seconds: recorded.ms / SECOND });
  return {
    'soak-latency.svg': plot({
      ...{ title: 'Answers while servers and apps fail in turn', unit: 'ms', logarithmic: true },
      series: [
        ...latencies('page view', recorded.outcomes),
        ...latencies('decision', recorded.outcomes),
        ...latencies('analyst', recorded.outcomes),
      ],
    }),
    'soak-memory.svg': plot({
      ...{ title: 'Memory of each app', unit: 'MiB', logarithmic: false },
      series: memories(recorded.memory),
    }),
  };
};

/** The p50 and p99 of each second, of what was answered with 200. */
const latencies = (kind: Outcome['kind'], outcomes: readonly Outcome[]): readonly Series[] => {
  const seconds = new Map<number, number[]>();
  for (const outcome of outcomes) {
    if (outcome.kind !== kind || outcome.status !== 200) continue;
    const second = Math.floor((outcome.at + outcome.ms) / SECOND);
    const all = seconds.get(second) ?? [];
    all.push(outcome.ms);
    seconds.set(second, all);
  }
  const inOrder = [...seconds].sort(([one], [other]) => one - other);
  return [0.5, 0.99].map((part) => ({
    name: `${kind}, p${part * 100}`,
    points: inOrder.map(([second, all]) => [second, quantile(all, part)!] as const),
  }));
};

const memories = (samples: readonly MemorySample[]): readonly Series[] => {
  const names = [...new Set(samples.flatMap(({ bytes }) => Object.keys(bytes)))].sort();
  return names.map((name) => ({
    name,
    points: samples.flatMap(({ at, bytes }) => {
      const used = bytes[name];
      return used === undefined ? [] : [[at / SECOND, used / MEBIBYTE] as const];
    }),
  }));
};
