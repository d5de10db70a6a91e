import type { EpochMs } from '../../epoch.ts';
import type { AttributeWindow } from '../../pipeline/account-rules.ts';
import type { TrackedEvent } from '../events/event.ts';
import type { Bucket, Buckets } from './attribute-form.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** So many buckets make a window at most: it looks to the minute, hour, day or week, the finest of which so many do. */
export const MAX_BUCKETS = 100;

/** The longest window, in milliseconds. */
export const MAX_WINDOW_MS = MAX_BUCKETS * WEEK;

/** The window of a length, in whole buckets; of one that is longer than the longest, the longest. */
export const windowOf = (windowMs: number): AttributeWindow => {
  const bucketMs = [MINUTE, HOUR, DAY].find((unit) => windowMs <= MAX_BUCKETS * unit) ?? WEEK;
  return { bucketMs, buckets: Math.min(MAX_BUCKETS, Math.ceil(windowMs / bucketMs)) };
};

/**
 * When an event counts for a window: a time that a client's clock told ahead of the receipt counts as the receipt, so
 * that no window waits for the future.
 */
export const momentOf = ({ time, receivedAt }: Pick<TrackedEvent, 'time' | 'receivedAt'>): EpochMs =>
  Math.min(time, receivedAt);

/** The bucket of a moment; without a window all lie in one. */
export const bucketAt = (window: AttributeWindow | null, moment: EpochMs): Bucket =>
  window === null ? 0 : Math.floor(moment / window.bucketMs);

/** The oldest bucket that the window reaches at that moment. */
export const oldestShown = (window: AttributeWindow | null, now: EpochMs): Bucket =>
  window === null ? 0 : bucketAt(window, now) - window.buckets + 1;

/** The oldest bucket that may still be shown once the newest is known: with one to spare, as clocks differ. */
export const oldestKept = (window: AttributeWindow | null, newest: Bucket): Bucket =>
  window === null ? 0 : newest - window.buckets;

/** Adds up bucket by bucket, and drops what no window reaches any more. */
export const addBuckets = <T>(
  window: AttributeWindow | null,
  a: Buckets<T>,
  b: Buckets<T>,
  add: (a: T, b: T) => T,
): Buckets<T> => {
  if (window === null) return addOnly(a, b, add);
  const sum: Record<string, T> = { ...a };
  for (const [bucket, value] of Object.entries(b)) {
    const present = sum[bucket];
    sum[bucket] = present === undefined ? value : add(present, value);
  }
  return withoutOld(window, sum);
};

/** Without a window there is one bucket: most attributes of most accounts are added here, with every event. */
const addOnly = <T>(a: Buckets<T>, b: Buckets<T>, add: (a: T, b: T) => T): Buckets<T> => {
  const [ofA, ofB] = [a[0], b[0]];
  if (ofA === undefined || ofB === undefined) return ofA === undefined ? b : a;
  return { 0: add(ofA, ofB) };
};

const withoutOld = <T>(window: AttributeWindow, buckets: Buckets<T>): Buckets<T> => {
  const oldest = oldestKept(window, newestOf(buckets));
  const entries = Object.entries(buckets);
  const kept = entries.filter(([bucket]) => Number(bucket) >= oldest);
  return kept.length === entries.length ? buckets : Object.fromEntries(kept);
};

export const newestOf = (buckets: Buckets<unknown>): Bucket => {
  let newest = -Infinity;
  for (const bucket of Object.keys(buckets)) newest = Math.max(newest, Number(bucket));
  return newest;
};

/** The buckets from that one on, with their numbers. */
export const bucketsFrom = <T>(buckets: Buckets<T>, oldest: Bucket): readonly (readonly [Bucket, T])[] =>
  Object.entries(buckets)
    .map(([bucket, value]) => [Number(bucket), value] as const)
    .filter(([bucket]) => bucket >= oldest);
