import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { createGroups } from '../concurrency/groups.ts';
import { GatheringHistogram, type MetricLabels, type MetricLine } from './gathering-histogram.ts';

export type { MetricLabels, MetricLine } from './gathering-histogram.ts';

/** Only ever grows. */
export interface MetricCounter {
  inc(labels?: MetricLabels, by?: number): void;
  /** One line of the counter, for a hot path: it adds up by itself and is gathered at the scrape. */
  line(labels: MetricLabels): CounterLine;
}

/** A counter under fixed labels. */
export interface CounterLine {
  inc(by?: number): void;
}

/** Sorts observations into buckets. */
export interface MetricHistogram {
  /** The histogram under fixed labels, to be looked up once; asking again for the same labels gives the same. */
  line(labels?: MetricLabels): MetricLine;
}

/** Goes up and down. */
export interface MetricGauge {
  set(value: number, labels?: MetricLabels): void;
}

/** A value under labels. */
export interface MetricSample {
  readonly labels: MetricLabels;
  readonly value: number;
}

/** What a gauge is at the moment of a scrape: one value, or one for each of its labels. */
type Collected = number | readonly MetricSample[];

/** The metrics of one app. Asking again for a name gives the metric that is there. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): MetricCounter;
  /** `buckets` in the unit of the metric; seconds from 1 ms to 10 s when left out. */
  histogram(
    name: string,
    help: string,
    labels?: readonly string[],
    buckets?: readonly number[],
  ): MetricHistogram;
  /**
   * `collect`, when given, is asked for the values at every scrape, beside those that were given for the same name before;
   * while it fails it has none.
   */
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
    collect?: () => Collected | Promise<Collected>,
  ): MetricGauge;
  readonly contentType: string;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metric of that name: an existing one of the same type, or what `make` makes. */
const existingOr = <M extends object>(
  registry: Registry,
  name: string,
  type: new (...args: never[]) => M,
  make: () => M,
): M => {
  const existing = registry.getSingleMetric(name);
  if (existing === undefined) return make();
  if (existing instanceof type) return existing;
  throw new TypeError(`the metric ${name} is of another type`);
};

/** A sum that no scrape has gathered yet. */
interface Ungathered {
  readonly labels: MetricLabels;
  sum: number;
}

/** A counter whose lines are gathered at the scrape: sorting and joining labels costs more than all else of counting. */
class GatheringCounter extends Counter {
  readonly #lines: Ungathered[] = [];

  line(labels: MetricLabels): CounterLine {
    const line = { labels, sum: 0 };
    this.#lines.push(line);
    return { inc: (by = 1) => void (line.sum += by) };
  }

  override get(): ReturnType<Counter['get']> {
    for (const line of this.#lines) {
      this.inc(line.labels, line.sum);
      line.sum = 0;
    }
    return super.get();
  }
}

/** A gauge that asks for its values at the scrape, where somebody has told whom to ask. */
class CollectingGauge extends Gauge {
  readonly #collectors: (() => Collected | Promise<Collected>)[] = [];
  readonly #isUnlabelled: boolean;

  constructor(config: ConstructorParameters<typeof Gauge<string>>[0]) {
    super(config);
    this.#isUnlabelled = (config.labelNames ?? []).length === 0;
  }

  collectBy(collector: () => Collected | Promise<Collected>): void {
    this.#collectors.push(collector);
  }

  override async get(): ReturnType<Gauge['get']> {
    if (this.#collectors.length > 0) {
      const collected = await Promise.all(this.#collectors.map(collectedBy));
      this.reset();
      const samples = collected.flat();
      // Without labels a reset leaves 0, which would say something.
      if (samples.length === 0 && this.#isUnlabelled) this.set(NaN);
      for (const { labels, value } of samples) this.set(labels, value);
    }
    return super.get();
  }
}

/** What cannot be said is left out: an old value would look like a new one. */
const collectedBy = async (
  collector: () => Collected | Promise<Collected>,
): Promise<readonly MetricSample[]> => {
  try {
    const collected = await collector();
    return typeof collected === 'number' ? [{ labels: {}, value: collected }] : collected;
  } catch {
    return [];
  }
};

/** Somebody who waits for a text. */
interface Scraper {
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Who asks while a text is being made shares the next one, which knows all that was counted before they asked: a text costs
 * milliseconds and a megabyte of garbage.
 */
const textOf = (registry: Registry): (() => Promise<string>) => {
  const tell = async (scrapers: readonly Scraper[]): Promise<void> => {
    try {
      const text = await registry.metrics();
      for (const { resolve } of scrapers) resolve(text);
    } catch (error) {
      for (const { reject } of scrapers) reject(error);
    }
  };
  const groups = createGroups<Scraper>({
    maxItems: Infinity,
    maxWeight: Infinity,
    weightOf: () => 0,
    run: tell,
  });
  return () => new Promise((resolve, reject) => groups.add({ resolve, reject }));
};

/** Metrics with a registry of their own, labelled with the app's name, and those of the process. */
export const createMetrics = (app: string): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ app });
  collectDefaultMetrics({ register: registry });
  const common = (name: string, help: string, labels: readonly string[]) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (name, help, labels = []) => {
      const make = () => new GatheringCounter(common(name, help, labels));
      const counter = existingOr(registry, name, GatheringCounter, make);
      return {
        inc: (values = {}, by = 1) => counter.inc(values, by),
        line: (values) => counter.line(values),
      };
    },
    histogram: (name, help, labels = [], buckets = SECONDS) => {
      const make = () => new GatheringHistogram({ ...common(name, help, labels), buckets: [...buckets] });
      const histogram = existingOr(registry, name, GatheringHistogram, make);
      return { line: (values = {}) => histogram.line(values) };
    },
    gauge: (name, help, labels = [], collect) => {
      const make = () => new CollectingGauge(common(name, help, labels));
      const gauge = existingOr(registry, name, CollectingGauge, make);
      if (collect !== undefined) gauge.collectBy(collect);
      return { set: (value, values = {}) => gauge.set(values, value) };
    },
    contentType: registry.contentType,
    text: textOf(registry),
  };
};
