import type { CountForm } from './attribute-form.ts';
import { addBuckets, bucketsFrom } from './attribute-window.ts';
import type { Calculus } from './kinds.ts';

/** `count`: how many events there were. */
export const COUNT: Calculus<CountForm> = {
  of: ({ mark }, { bucket }) => ({ kind: 'count', rule: mark, buckets: { [bucket]: 1 } }),
  add: ({ window }, a, b) => ({ ...a, buckets: addBuckets(window, a.buckets, b.buckets, (x, y) => x + y) }),
  value: (_rule, { buckets }, oldest) => {
    const shown = bucketsFrom(buckets, oldest);
    return shown.length === 0 ? '' : String(shown.reduce((sum, [, count]) => sum + count, 0));
  },
};
