import type { DestinationRules } from '@kith/domain/destinations';
import type { AccountRules, PipelineRules } from '@kith/domain/pipeline';

/** Whether some pipeline has own mappings of data layers. */
export const hasMappings = ({
  pipelines,
}: {
  readonly pipelines: ReadonlyMap<string, Pick<PipelineRules, 'mappings'>>;
}): boolean => Array.from(pipelines.values()).some(({ mappings }) => mappings.length > 0);

/** Whether some account has segments. */
export const hasSegments = ({
  accounts,
}: {
  readonly accounts: ReadonlyMap<string, Pick<AccountRules, 'segments'>>;
}): boolean => Array.from(accounts.values()).some(({ segments }) => segments.size > 0);

/** Whether some destination has a transformation of its own. */
export const hasTransforms = ({
  destinations,
}: {
  readonly destinations: readonly Pick<DestinationRules, 'transform'>[];
}): boolean => destinations.some(({ transform }) => transform.kind === 'jsonata');
