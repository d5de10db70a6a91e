import type { EnrichmentStepCommon } from './enrichment-step.ts';

/** What is no person with a browser: a crawler, a browser without a window, or a program's HTTP client, such as curl. */
export type BotKind = 'crawler' | 'headless' | 'tool';

/** Says by the `User-Agent` header whether a request is a bot's. */
export interface BotStep extends EnrichmentStepCommon {
  readonly type: 'bot';
  /** What counts as a bot beside crawlers. */
  readonly also: ReadonlySet<BotKind>;
}
