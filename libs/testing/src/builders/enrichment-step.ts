import type { EnrichmentStepCommon } from '@kith/domain/pipeline';

/** What every step of enrichment has: one that remembers nothing and shows values by their own names. */
export const anEnrichmentStep = (
  names: readonly string[],
  members: Partial<EnrichmentStepCommon> = {},
): EnrichmentStepCommon => ({
  name: 'step',
  feeds: new Set(['response']),
  budgetMs: 100,
  cache: null,
  names: new Map(names.map((name) => [name, name])),
  fallback: {},
  ...members,
});
