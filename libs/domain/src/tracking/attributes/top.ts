import type { Bucket, Buckets, TopForm } from './attribute-form.ts';
import { addBuckets, bucketsFrom, newestOf, oldestKept } from './attribute-window.ts';
import type { CompiledRule } from '../../pipeline/account-rules.ts';
import { hashOfValue } from './hash-of-value.ts';
import { textOf, type Calculus } from './kinds.ts';
import { cutOf, withinBound } from './within-bound.ts';

/**
 * So many characters of values are kept per umid and attribute, each value with 16 more for its count, and again in each
 * bucket of a window: some 1,800 categories or 700 addresses of pages.
 */
export const TOP_ROOM = 65_536;
const OF_A_COUNT = 16;

type Counts = Readonly<Record<string, number>>;

/** `top`: the most frequent value; of two equally frequent the smaller by code units. Exact among what is kept. */
export const TOP: Calculus<TopForm> = {
  of: ({ mark }, { bucket, value }) => {
    const text = textOf(value);
    return text === null ? null : { kind: 'top', rule: mark, buckets: { [bucket]: { [`:${text}`]: 1 } } };
  },
  add: (rule, a, b) => bounded(rule, a, b, addBuckets(rule.window, a.buckets, b.buckets, addCounts)),
  value: (_rule, { buckets }, oldest) =>
    mostFrequent(
      bucketsFrom(buckets, oldest).reduce<Counts>((sum, [, counts]) => addCounts(sum, counts), {}),
    ),
};

const addCounts = (a: Counts, b: Counts): Counts => {
  const sum: Record<string, number> = { ...a };
  for (const value in b) sum[value] = (sum[value] ?? 0) + b[value]!;
  return sum;
};

const mostFrequent = (counts: Counts): string => {
  let [best, most] = ['', 0];
  for (const [key, count] of Object.entries(counts)) {
    if (count > most || (count === most && key < best)) [best, most] = [key, count];
  }
  return best.slice(1);
};

/** Nothing is hashed or sorted as long as all have room. */
const bounded = (
  { mark, window }: CompiledRule,
  a: TopForm,
  b: TopForm,
  buckets: TopForm['buckets'],
): TopForm => {
  const isWhole = a.cut === undefined && b.cut === undefined;
  if (isWhole && sizeOf(buckets) <= TOP_ROOM) return { kind: 'top', rule: mark, buckets };
  const cut = isWhole ? null : cutOf(a.cut, b.cut, oldestKept(window, newestOf(buckets)));
  const candidates = rowsOf(buckets).map((item) => ({
    place: [item.bucket, hashOfValue(item.value)] as const,
    size: item.value.length + OF_A_COUNT,
    item,
  }));
  const { kept, cut: next } = withinBound(candidates, cut, TOP_ROOM);
  return { kind: 'top', rule: mark, buckets: bucketsOf(kept), ...(next === null ? {} : { cut: next }) };
};

const sizeOf = (buckets: TopForm['buckets']): number => {
  let size = 0;
  for (const counts of Object.values(buckets)) {
    for (const value in counts) size += value.length + OF_A_COUNT;
  }
  return size;
};

interface Row {
  readonly bucket: Bucket;
  readonly value: string;
  readonly count: number;
}

const rowsOf = (buckets: TopForm['buckets']): readonly Row[] =>
  Object.entries(buckets).flatMap(([bucket, counts]) =>
    Object.entries(counts).map(([value, count]) => ({ bucket: Number(bucket), value, count })),
  );

const bucketsOf = (rows: readonly Row[]): Buckets<Counts> => {
  const buckets = new Map<Bucket, Record<string, number>>();
  for (const { bucket, value, count } of rows) {
    const counts = buckets.get(bucket) ?? {};
    counts[value] = count;
    buckets.set(bucket, counts);
  }
  return Object.fromEntries(buckets);
};
