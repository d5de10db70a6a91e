import { performance } from 'node:perf_hooks';
import type { PipelineRules } from '@kith/domain/pipeline';
import type { Live, Logger } from '@kith/platform';
import type { DataLayerMapping } from '@kith/ports';
import { processStarter } from './evaluating-process.ts';
import {
  EVALUATION_MS,
  FAILURES_TO_REST,
  FAILURES_WITHIN_MS,
  MOST_WAITING,
  PATIENCE_MS,
  PROCESSES,
  REST_MS,
} from './limits.ts';
import { createMappingPool } from './mapping-pool.ts';
import { createResting } from './resting.ts';
import { tellNowAndThen } from './tell-now-and-then.ts';

/** What own mappings are opened with. */
export interface JsonataMappingOptions {
  /** Processes are started when some pipeline has a mapping, at start or later. */
  readonly configuration: Live<{ readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'mappings'>> }>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The program of a process; its own where it is left out. */
  readonly program?: URL;
  /** Milliseconds of a clock that only goes forward; the machine's where it is left out. */
  readonly clock?: () => number;
}

/** Own mappings in JSONata, evaluated in processes of their own. */
export interface JsonataMapping {
  readonly mapping: DataLayerMapping;
  /** The ids of the processes. */
  readonly pids: () => readonly number[];
  readonly close: () => void;
}

const PROGRAM = new URL('./mapping-process.js', import.meta.url);
const PAUSE_MS = 1_000;

/** Opens own mappings; what goes wrong with them is told now and then, without anything that a caller sent. */
export const openJsonataMapping = (options: JsonataMappingOptions): JsonataMapping => {
  const { configuration, logger, program = PROGRAM, clock = () => performance.now() } = options;
  const pool = createMappingPool({
    start: processStarter(program),
    resting: createResting({
      clock,
      failuresToRest: FAILURES_TO_REST,
      withinMs: FAILURES_WITHIN_MS,
      restMs: REST_MS,
    }),
    processes: PROCESSES,
    mostWaiting: MOST_WAITING,
    evaluationMs: EVALUATION_MS,
    patienceMs: PATIENCE_MS,
    pauseMs: PAUSE_MS,
    onFailure: tellNowAndThen(clock, logger),
  });
  configuration.map(({ pipelines }) => {
    if (Array.from(pipelines.values()).some(({ mappings }) => mappings.length > 0)) pool.begin();
  });
  return { mapping: pool, pids: pool.pids, close: pool.close };
};
