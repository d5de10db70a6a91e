import type { HttpStep, PipelineRules } from '@kith/domain/pipeline';

/** The steps that ask external systems, over all pipelines. */
export const httpStepsOf = ({
  pipelines,
}: {
  readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'enrich'>>;
}): readonly HttpStep[] =>
  Array.from(pipelines.values()).flatMap(({ enrich }) => enrich.filter((step) => step.type === 'http'));
