import type { DistinctForm } from './attribute-form.ts';
import { oldestKept } from './attribute-window.ts';
import type { CompiledRule } from '../../pipeline/account-rules.ts';
import { hashOfValue } from './hash-of-value.ts';
import { textOf, type Calculus } from './kinds.ts';
import { cutOf, withinBound } from './within-bound.ts';

/** So many different values are told apart per umid and attribute. */
export const DISTINCT_VALUES = 1_024;

/**
 * `distinct`: how many different values there were. Where there were more than are told apart, the number of those that
 * are, and a plus sign: `1024+`.
 */
export const DISTINCT: Calculus<DistinctForm> = {
  of: ({ mark }, { bucket, value }) => {
    const text = textOf(value);
    if (text === null) return null;
    return { kind: 'distinct', rule: mark, seen: { [hashOfValue(text).toString(36)]: bucket } };
  },
  add: (rule, a, b) => {
    const seen: Record<string, number> = { ...a.seen };
    for (const [hash, bucket] of Object.entries(b.seen)) seen[hash] = Math.max(bucket, seen[hash] ?? bucket);
    return bounded(rule, a, b, seen);
  },
  value: (_rule, { seen, cut }, oldest) => {
    const shown = Object.values(seen).filter((bucket) => bucket >= oldest).length;
    const isMore = cut !== undefined && cut[0] >= oldest;
    return shown === 0 ? '' : `${shown}${isMore ? '+' : ''}`;
  },
};

/** With a window a value stands in the last bucket that has it: what is seen again moves ahead, what is not falls out. */
const bounded = (
  { mark, window }: CompiledRule,
  a: DistinctForm,
  b: DistinctForm,
  seen: DistinctForm['seen'],
): DistinctForm => {
  const form = { kind: 'distinct', rule: mark } as const;
  const entries = Object.entries(seen);
  const oldest = oldestKept(
    window,
    entries.reduce((newest, [, bucket]) => Math.max(newest, bucket), -Infinity),
  );
  const kept = entries.filter(([, bucket]) => bucket >= oldest);
  const cut = cutOf(a.cut, b.cut, oldest);
  if (cut === null && kept.length <= DISTINCT_VALUES) return { ...form, seen: Object.fromEntries(kept) };
  const candidates = kept.map(([hash, bucket]) => ({
    place: [bucket, Number.parseInt(hash, 36)] as const,
    size: 1,
    item: [hash, bucket] as const,
  }));
  const within = withinBound(candidates, cut, DISTINCT_VALUES);
  const seenWithin = Object.fromEntries(within.kept);
  return { ...form, seen: seenWithin, ...(within.cut === null ? {} : { cut: within.cut }) };
};
