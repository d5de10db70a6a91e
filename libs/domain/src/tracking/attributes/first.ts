import type { FirstForm, Sighting } from './attribute-form.ts';
import { addBuckets, bucketsFrom } from './attribute-window.ts';
import type { Calculus } from './kinds.ts';
import { isLater, sightingOf } from './latest.ts';

/** `first`: the value of the earliest event; of two of one time, of the smaller id. */
export const FIRST: Calculus<FirstForm> = {
  of: (rule, contribution) => {
    const sighting = sightingOf(rule, contribution);
    if (sighting === null) return null;
    return { kind: 'first', rule: rule.mark, buckets: { [contribution.bucket]: sighting } };
  },
  add: ({ window }, a, b) => ({ ...a, buckets: addBuckets(window, a.buckets, b.buckets, earlier) }),
  value: (_rule, { buckets }, oldest) => {
    const sightings = bucketsFrom(buckets, oldest).map(([, sighting]) => sighting);
    return sightings.length === 0 ? '' : sightings.reduce(earlier).value;
  },
};

const earlier = (a: Sighting, b: Sighting): Sighting => (isLater(a, b) ? b : a);
