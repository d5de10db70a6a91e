import type { EpochMs } from '../epoch.ts';

/** How finely events are counted over time; `total`: not at all. */
export type Granularity = 'hour' | 'day' | 'week' | 'month' | 'total';

/** From a moment on, and before another one. */
export interface TimeSpan {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** The first Monday of the epoch. */
const A_MONDAY = 4 * DAY;

/** The beginning of the hour, day, week (from Monday on) or month in UTC that a time lies in; of `total` the span's. */
export const startOfBucket = (granularity: Granularity, time: EpochMs, { from }: TimeSpan): EpochMs => {
  switch (granularity) {
    case 'hour':
      return floorTo(HOUR, time);
    case 'day':
      return floorTo(DAY, time);
    case 'week':
      return floorTo(WEEK, time - A_MONDAY) + A_MONDAY;
    case 'month':
      return startOfMonth(time);
    case 'total':
      return from;
  }
};

/** How many buckets a span touches. */
export const bucketsIn = (granularity: Granularity, span: TimeSpan): number => {
  if (span.to <= span.from) return 0;
  const first = startOfBucket(granularity, span.from, span);
  const last = startOfBucket(granularity, span.to - 1, span);
  switch (granularity) {
    case 'hour':
      return (last - first) / HOUR + 1;
    case 'day':
      return (last - first) / DAY + 1;
    case 'week':
      return (last - first) / WEEK + 1;
    case 'month':
      return monthNumber(last) - monthNumber(first) + 1;
    case 'total':
      return 1;
  }
};

const floorTo = (step: number, time: EpochMs): EpochMs => Math.floor(time / step) * step;

const startOfMonth = (time: EpochMs): EpochMs => {
  const start = new Date(time);
  start.setUTCHours(0, 0, 0, 0);
  return start.setUTCDate(1);
};

const monthNumber = (time: EpochMs): number => {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
