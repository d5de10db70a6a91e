import type { EnrichmentStepCommon } from './enrichment-step.ts';

/** Says what the `User-Agent` header tells of device, browser and system. */
export interface UserAgentStep extends EnrichmentStepCommon {
  readonly type: 'userAgent';
}
