import type { SumForm } from './attribute-form.ts';
import { addBuckets, bucketsFrom } from './attribute-window.ts';
import { decimalOf, millionthsOf } from './exact-decimal.ts';
import type { Calculus } from './kinds.ts';

/** `sum`: what the numbers of a member add up to; what is no number adds nothing. */
export const SUM: Calculus<SumForm> = {
  of: ({ mark }, { bucket, value }) => {
    const millionths = millionthsOf(value);
    return millionths === null
      ? null
      : { kind: 'sum', rule: mark, buckets: { [bucket]: String(millionths) } };
  },
  add: ({ window }, a, b) => ({
    ...a,
    buckets: addBuckets(window, a.buckets, b.buckets, (x, y) => String(BigInt(x) + BigInt(y))),
  }),
  value: (_rule, { buckets }, oldest) => {
    const shown = bucketsFrom(buckets, oldest);
    return shown.length === 0 ? '' : decimalOf(shown.reduce((sum, [, amount]) => sum + BigInt(amount), 0n));
  },
};
