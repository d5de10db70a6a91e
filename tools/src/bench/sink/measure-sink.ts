import type { BenchOptions } from '../options.ts';
import type { Progress } from '../run-rounds.ts';
import { BATCH, PARTITIONS } from './sink-records.ts';
import { runSink, type SinkTimes } from './sink-run.ts';

/** The row of the table of the sink. */
export const SINK_SCENARIO = 'sink: exactly once, and bare insertMany';

/** One round of the sink. */
export interface SinkSample extends SinkTimes {
  readonly round: number;
}

export interface SinkBenchDeps {
  readonly options: Pick<BenchOptions, 'only' | 'rounds' | 'short'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Batches per partition: enough for seconds, and enough to show that it works. */
const BATCHES = 25;
const SHORT_BATCHES = 1;

/** Whether the sink is asked for. */
export const isSinkChosen = ({ only }: Pick<BenchOptions, 'only'>): boolean =>
  only.length === 0 || only.some((part) => SINK_SCENARIO.includes(part));

/** Measures the sink where it is asked for and `MONGODB_URI` names a server; each round in databases of its own. */
export const measureSink = async (deps: SinkBenchDeps): Promise<readonly SinkSample[]> => {
  const { options, environment, progress, signal } = deps;
  const uri = environment['MONGODB_URI'] ?? '';
  if (uri === '' || !isSinkChosen(options)) return [];
  const samples: SinkSample[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    signal.throwIfAborted();
    const times = await runSink(uri, options.short ? SHORT_BATCHES : BATCHES);
    progress(
      `round ${round}, ${SINK_SCENARIO}: ${(times.written / times.sink).toFixed(0)} documents a second`,
    );
    samples.push({ round, ...times });
  }
  return samples;
};

/** How large the batches are, for whoever reads the table. */
export const SINK_LOAD = `batches of ${BATCH} events, ${PARTITIONS} partitions at once`;
