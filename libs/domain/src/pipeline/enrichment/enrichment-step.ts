import type { BotStep } from './bot-step.ts';
import type { GeoStep } from './geo-step.ts';
import type { HttpStep } from './http-step.ts';
import type { TableStep } from './table-step.ts';
import type { UserAgentStep } from './user-agent-step.ts';

/** What a step adds, by name; '' is known not to be there. */
export type EnrichmentValues = Readonly<Record<string, string | number | boolean>>;

/** What a step's values go into (docs/behaviour.md#enrichment). */
export type EnrichmentFeed = 'response' | 'profile' | 'events';

/** How long, and how many of, the answers of a step's source are remembered. */
export interface EnrichmentCacheRules {
  readonly ttlMs: number;
  readonly entries: number;
}

/** What every step of a pipeline has, whatever its source. */
export interface EnrichmentStepCommon {
  /** No other step of the pipeline has it: outcomes are counted by it. */
  readonly name: string;
  readonly feeds: ReadonlySet<EnrichmentFeed>;
  /** No request waits for the step for longer, in milliseconds. */
  readonly budgetMs: number;
  /** null: nothing is remembered. */
  readonly cache: EnrichmentCacheRules | null;
  /** Everything that the step can add: the source's name of a value, and the name under which it is shown. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * Where the source has found no such value, or could not say: what the response and the events have instead, by shown
   * name.
   */
  readonly fallback: EnrichmentValues;
}

/** One step of a pipeline's enrichment. */
export type EnrichmentStep = UserAgentStep | BotStep | GeoStep | HttpStep | TableStep;

export type EnrichmentType = EnrichmentStep['type'];
