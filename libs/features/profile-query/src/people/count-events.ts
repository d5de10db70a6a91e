import { bucketsIn } from '@kith/domain/tracking';
import type { EventCount } from '@kith/ports';
import { badInput } from '../pages/bad-input.ts';
import { checkSpan } from '../pages/check-span.ts';
import type { QueryContext } from './query-context.ts';

export interface StatisticsArguments {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly granularity: keyof typeof GRANULARITIES;
  readonly groupBy: readonly (keyof typeof GROUPS)[];
}

/** What the enumerations of the schema stand for. */
const GRANULARITIES = {
  HOUR: 'hour',
  DAY: 'day',
  WEEK: 'week',
  MONTH: 'month',
  TOTAL: 'total',
} as const;
const GROUPS = { TYPE: 'type', PIPELINE: 'pipeline', NAME: 'name' } as const;

/** The most hours, days, weeks or months of a span; the schema's description says the same. */
const MAX_BUCKETS = 1_000;
/** The most counts of an answer. */
const MAX_COUNTS = 5_000;

/** How many events happened in a span, by time and groups, in the order of time; too much of it is `BAD_USER_INPUT`. */
export const countEvents = async (
  { from, to, groupBy, ...args }: StatisticsArguments,
  context: QueryContext,
): Promise<readonly EventCount[]> => {
  const [span, granularity] = [{ from, to }, GRANULARITIES[args.granularity]];
  checkSpan(from, to);
  if (from === to) return [];
  const buckets = bucketsIn(granularity, span);
  if (buckets > MAX_BUCKETS) {
    throw badInput(
      `The span has ${buckets} ${granularity}s; at most ${MAX_BUCKETS} are counted at once. Choose a coarser granularity or a shorter span.`,
    );
  }
  const groups = [...new Set(groupBy)].map((group) => GROUPS[group]);
  const question = { span, granularity, groupBy: groups, limit: MAX_COUNTS };
  const counts = await context.countEvents(question);
  if (counts === 'tooMany') {
    throw badInput(
      `There are more than ${MAX_COUNTS} counts. Group by less, or choose a coarser granularity or a shorter span.`,
    );
  }
  return counts.toSorted(inOrder);
};

const inOrder = (a: EventCount, b: EventCount): number =>
  a.start - b.start || (groupText(a) < groupText(b) ? -1 : 1);

const groupText = ({ type, pipeline, name }: EventCount): string => JSON.stringify([type, pipeline, name]);
