import type { EnrichmentStep } from '@kith/domain/pipeline';
import type { EnrichmentSource } from '@kith/ports';
import type { StepCounter } from './enrichment-metrics.ts';
import type { Timer } from './timer.ts';

/** What a step is run with. */
export interface StepParts {
  readonly step: EnrichmentStep;
  readonly source: EnrichmentSource;
  readonly count: StepCounter;
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly timer: Timer;
  /** Told when the step begins to rest. */
  readonly onRest: () => void;
}
