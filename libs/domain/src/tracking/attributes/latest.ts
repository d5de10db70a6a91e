import type { LatestForm, Sighting } from './attribute-form.ts';
import { bucketAt, momentOf } from './attribute-window.ts';
import type { CompiledRule } from '../../pipeline/account-rules.ts';
import { textOf, type Calculus, type Contribution } from './kinds.ts';

/** `latest`: the value of the latest event; of two of one time, of the greater id. */
export const LATEST: Calculus<LatestForm> = {
  of: (rule, contribution) => {
    const sighting = sightingOf(rule, contribution);
    return sighting === null ? null : { kind: 'latest', rule: rule.mark, ...sighting };
  },
  add: (_rule, a, b) => (isLater(a, b) ? a : b),
  value: ({ window }, { value, time }, oldest) => (bucketAt(window, time) >= oldest ? value : ''),
};

/** A window takes a time ahead of the receipt for the receipt, and so does what is first or latest in it. */
export const sightingOf = ({ window }: CompiledRule, { event, value }: Contribution): Sighting | null => {
  const text = textOf(value);
  const time = window === null ? event.time : momentOf(event);
  return text === null ? null : { value: text, time, eventId: event.id };
};

export const isLater = (a: Sighting, b: Sighting): boolean =>
  a.time > b.time || (a.time === b.time && a.eventId > b.eventId);
