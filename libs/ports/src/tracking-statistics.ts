import type { EventType, Granularity, TimeSpan } from '@kith/domain/tracking';
import type { Scope } from './scope.ts';

/** The members of events by which counts are grouped. */
export type StatisticsGroup = 'type' | 'pipeline' | 'name';

/** Which events are counted, and apart by what. */
export interface StatisticsQuestion {
  /** The span of the events' own times that is counted. */
  readonly span: TimeSpan;
  /** In UTC; weeks begin on Monday. */
  readonly granularity: Granularity;
  readonly groupBy: readonly StatisticsGroup[];
  /** The most counts that are wanted. */
  readonly limit: number;
}

/** The number of events of one bucket and group. */
export interface EventCount {
  /** When the bucket begins, in epoch milliseconds; without granularity, when the span does. */
  readonly start: number;
  /** Those that were grouped by. */
  readonly type?: EventType;
  readonly pipeline?: string;
  /** null: events that have no name. */
  readonly name?: string | null;
  readonly events: number;
}

/** Counts the events of an account, where they are stored. */
export interface TrackingStatistics {
  /** The counts that are not 0, in any order; `tooMany` where there are more than wanted. */
  countEvents(scope: Scope, question: StatisticsQuestion): Promise<readonly EventCount[] | 'tooMany'>;
}
