import type { AttributeRule } from '../pipeline/account-rules.ts';
import type { EpochMs } from '../epoch.ts';
import type { TrackedEvent } from './event.ts';

/** The most different values that a `top` keeps; up to there sums are exact in any order, what comes later is lost. */
export const TOP_VALUES = 256;

/**
 * A computed attribute in a form that adds up: combining two is associative and commutative, so that neither
 * the order of events nor the merge of profiles matters.
 */
export type AttributeForm =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'latest'; readonly value: string; readonly time: EpochMs; readonly eventId: string }
  | { readonly kind: 'top'; readonly counts: Readonly<Record<string, number>> };

/** What the events under one umid add up to. */
export interface Activity {
  readonly attributes: Readonly<Record<string, AttributeForm>>;
  readonly events: number;
  readonly lastEventAt: EpochMs;
  /** When the last of them was received; absent in what was stored before this was kept. */
  readonly lastReceivedAt?: EpochMs;
}

export const NO_ACTIVITY: Activity = { attributes: {}, events: 0, lastEventAt: 0 };

/** The activity with one more event in it. */
export const withEvent = (
  activity: Activity,
  rules: ReadonlyMap<string, AttributeRule>,
  event: TrackedEvent,
): Activity => addActivities(activity, activityOf(rules, event));

/** The sum of two activities, as a profile reads it over itself and the umids that it absorbed. */
export const addActivities = (a: Activity, b: Activity): Activity => ({
  attributes: addForms(a.attributes, b.attributes),
  events: a.events + b.events,
  lastEventAt: Math.max(a.lastEventAt, b.lastEventAt),
  ...lastReceipt(a, b),
});

/** What a computed attribute comes to by its rule, '' where nothing is known yet. */
export const computedValue = ({ attributes }: Activity, name: string, { kind }: AttributeRule): string => {
  const form = attributes[name];
  return form?.kind === kind ? valueOf(form) : '';
};

const lastReceipt = (a: Activity, b: Activity): Pick<Activity, 'lastReceivedAt'> => {
  const times = [a.lastReceivedAt, b.lastReceivedAt].filter((time) => time !== undefined);
  return times.length === 0 ? {} : { lastReceivedAt: Math.max(...times) };
};

const activityOf = (rules: ReadonlyMap<string, AttributeRule>, event: TrackedEvent): Activity => ({
  attributes: Object.fromEntries(
    Array.from(rules, ([name, rule]) => [name, formOf(rule, event)] as const).filter(
      (entry): entry is [string, AttributeForm] => entry[1] !== null,
    ),
  ),
  events: 1,
  lastEventAt: event.time,
  lastReceivedAt: event.receivedAt,
});

const formOf = (rule: AttributeRule, event: TrackedEvent): AttributeForm | null => {
  if (rule.kind === 'imported' || rule.of !== event.type) return null;
  if (rule.kind === 'count') return { kind: 'count', count: 1 };
  const value = textOf(event.properties[rule.member]);
  if (value === null) return null;
  return rule.kind === 'latest'
    ? { kind: 'latest', value, time: event.time, eventId: event.id }
    : { kind: 'top', counts: { [keyOf(value)]: 1 } };
};

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).slice(0, 512)
    : null;

// A leading colon keeps a value such as `__proto__` or `constructor` an ordinary key.
const keyOf = (value: string): string => `:${value}`;

const addForms = (a: Activity['attributes'], b: Activity['attributes']): Activity['attributes'] => {
  const sum: Record<string, AttributeForm> = { ...a };
  for (const [name, form] of Object.entries(b)) {
    const present = sum[name];
    sum[name] = present === undefined ? form : addForm(present, form);
  }
  return sum;
};

const addForm = (a: AttributeForm, b: AttributeForm): AttributeForm => {
  if (a.kind === 'count' && b.kind === 'count') return { kind: 'count', count: a.count + b.count };
  if (a.kind === 'latest' && b.kind === 'latest') return isLater(a, b) ? a : b;
  if (a.kind === 'top' && b.kind === 'top') return { kind: 'top', counts: addCounts(a.counts, b.counts) };
  // The rule behind the name has changed its kind: what the newer events say counts.
  return b;
};

const isLater = (a: { time: EpochMs; eventId: string }, b: { time: EpochMs; eventId: string }): boolean =>
  a.time > b.time || (a.time === b.time && a.eventId > b.eventId);

const addCounts = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>) => {
  const sum: Record<string, number> = { ...a };
  let size = Object.keys(sum).length;
  for (const [value, count] of Object.entries(b)) {
    if (value in sum) sum[value] = sum[value]! + count;
    else if (size < TOP_VALUES) {
      sum[value] = count;
      size += 1;
    }
  }
  return sum;
};

const valueOf = (form: AttributeForm): string => {
  switch (form.kind) {
    case 'count':
      return String(form.count);
    case 'latest':
      return form.value;
    case 'top':
      return mostFrequent(form.counts);
  }
};

/** The value with the highest count; of equals the smaller by code units, so that the answer is stable. */
const mostFrequent = (counts: Readonly<Record<string, number>>): string => {
  let best = '';
  let most = 0;
  for (const [key, count] of Object.entries(counts)) {
    if (count > most || (count === most && key < best)) [best, most] = [key, count];
  }
  return best.slice(1);
};
