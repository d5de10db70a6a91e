import type { EnrichmentStepCommon } from './enrichment-step.ts';

/** Says where an address is, and whose network, by files that the operator brings. */
export interface GeoStep extends EnrichmentStepCommon {
  readonly type: 'geo';
  /** In MaxMind's format; of two that know a value the first is believed. */
  readonly files: readonly string[];
  /** Of the names of regions and cities: `en`. */
  readonly language: string;
}
