import type { EnrichmentCacheRules } from '@kith/domain/pipeline';

/**
 * What the configuration says of one type of step, beside its schema and what its document compiles to. A new type is
 * a file with these, a line in `step-formats.ts`, `enrich-schema.ts` and `compile-pipeline.ts`, and a source behind the
 * port.
 */
export interface StepFormat {
  /** The names of all values that its source may find. `step` may be anything that somebody wrote. */
  readonly names: (step: unknown) => readonly string[];
  /** How answers are remembered where the step says nothing; null: not at all. */
  readonly cache: EnrichmentCacheRules | null;
}
