import { Histogram } from 'prom-client';

export type MetricLabels = Readonly<Record<string, string>>;

/** A histogram under fixed labels. */
export interface MetricLine {
  observe(value: number): void;
}

/** What was observed under some labels. */
interface Observations {
  readonly labels: MetricLabels;
  /** How many lay in each bucket, and behind the last one. */
  readonly counts: number[];
  sum: number;
}

/** A value of a histogram as the registry writes it. */
interface BucketValue {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  /** Those of the line, which all of its values have. */
  readonly sharedLabels: MetricLabels;
  readonly value: number;
}

/**
 * A histogram that is observed by lines alone: looking labels up at each observation costs more than all else of it.
 * Its values are made at the scrape.
 */
export class GatheringHistogram extends Histogram {
  readonly #lines = new Map<string, Observations>();
  readonly #about: { readonly name: string; readonly help: string; readonly buckets: readonly number[] };

  constructor(config: ConstructorParameters<typeof Histogram<string>>[0] & { buckets: number[] }) {
    super(config);
    const { name, help, buckets } = config;
    this.#about = { name, help, buckets };
    if ((config.labelNames ?? []).length === 0) this.#observed({});
  }

  line(labels: MetricLabels): MetricLine {
    const { buckets } = this.#about;
    const observed = this.#observed(labels);
    return {
      observe: (value) => {
        let bucket = 0;
        while (bucket < buckets.length && value > buckets[bucket]!) bucket += 1;
        observed.counts[bucket]! += 1;
        observed.sum += value;
      },
    };
  }

  /** What the registry asks for; the driver's types do not name it. */
  async getForPromString() {
    const { name, help } = this.#about;
    const values = Array.from(this.#lines.values(), (observed) => this.#valuesOf(observed)).flat();
    return { name, help, type: 'histogram', values, aggregator: 'sum' };
  }

  #observed(labels: MetricLabels): Observations {
    const key = JSON.stringify(Object.entries(labels).sort());
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const observed = { labels, counts: Array<number>(this.#about.buckets.length + 1).fill(0), sum: 0 };
    this.#lines.set(key, observed);
    return observed;
  }

  #valuesOf({ labels, counts, sum }: Observations): BucketValue[] {
    const { name, buckets } = this.#about;
    let count = 0;
    const inBuckets = [...buckets, '+Inf'].map((le, bucket) => {
      count += counts[bucket]!;
      return { metricName: `${name}_bucket`, labels: { le }, sharedLabels: labels, value: count };
    });
    return [
      ...inBuckets,
      { metricName: `${name}_sum`, labels: {}, sharedLabels: labels, value: sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels: labels, value: count },
    ];
  }
}
