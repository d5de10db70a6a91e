import { infoBodySchema } from '@kith/contracts';
import type { InfoBodySchema } from '@kith/contracts';
import type { PipelineRules } from '@kith/domain/pipeline';

/** A pipeline with what its requests are checked by, prepared at start. */
export interface PipelineEntry {
  readonly rules: PipelineRules;
  readonly bodySchema: InfoBodySchema;
}

/** Prepares the entry points of all accounts by name. */
export const pipelineEntries = (
  pipelines: ReadonlyMap<string, PipelineRules>,
): ReadonlyMap<string, PipelineEntry> =>
  new Map(Array.from(pipelines, ([name, rules]) => [name, { rules, bodySchema: infoBodySchema(rules) }]));
