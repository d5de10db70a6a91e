import type { EpochMs } from '../../epoch.ts';
import type { AttributePlan, CompiledRule } from '../../pipeline/account-rules.ts';
import type { TrackedEvent } from '../events/event.ts';
import type { AttributeForm, FormKind, Forms, StoredForm } from './attribute-form.ts';
import { bucketAt, momentOf, oldestShown } from './attribute-window.ts';
import { COUNT } from './count.ts';
import { DISTINCT } from './distinct.ts';
import { FIRST } from './first.ts';
import { type Calculi, type Calculus, textOf } from './kinds.ts';
import { LATEST } from './latest.ts';
import { SUM } from './sum.ts';
import { TOP } from './top.ts';

const CALCULI: Calculi = {
  count: COUNT,
  sum: SUM,
  latest: LATEST,
  first: FIRST,
  top: TOP,
  distinct: DISTINCT,
};

/** Attributes under their names, each in its form. */
export type AttributeForms = Readonly<Record<string, StoredForm>>;

// A rule has one kind, and so have the forms that carry its mark.
const calculusOf = <Kind extends FormKind>({ kind }: CompiledRule): Calculus<Forms[Kind]> =>
  CALCULI[kind] as Calculus<Forms[Kind]>;

/** What events bring to the attributes of a plan. */
export const formsOf = (plan: AttributePlan, events: readonly TrackedEvent[]): AttributeForms => {
  const forms: Record<string, StoredForm> = {};
  for (const [name, rule] of plan.computed) {
    const form = sumOf(rule, events);
    if (form !== null) forms[name] = form;
  }
  return forms;
};

/** Two by two, so that the largest sum is made once and not with each event. */
const sumOf = (rule: CompiledRule, events: readonly TrackedEvent[]): AttributeForm | null => {
  if (events.length <= 1) return events[0] === undefined ? null : formOf(rule, events[0]);
  const middle = events.length >> 1;
  return addAdopted(rule, sumOf(rule, events.slice(0, middle)), sumOf(rule, events.slice(middle)));
};

const formOf = (rule: CompiledRule, event: TrackedEvent): AttributeForm | null => {
  const { of, member, where, window } = rule;
  if (of !== event.type) return null;
  if (!where.every(([name, value]) => textOf(event.properties[name]) === value)) return null;
  const value = member === null ? undefined : event.properties[member];
  return calculusOf(rule).of(rule, { event, bucket: bucketAt(window, momentOf(event)), value });
};

/**
 * The sum of the attributes of two activities by the rules of a plan. What another rule has made is not added; what has
 * no rule any more is kept as it is.
 */
export const addAttributeForms = (
  plan: AttributePlan,
  a: AttributeForms,
  b: AttributeForms,
): AttributeForms => {
  const sum: Record<string, StoredForm> = {};
  for (const [name, rule] of plan.computed) {
    const form = addAdopted(rule, adoptForm(rule, a[name]), adoptForm(rule, b[name]));
    if (form !== null) sum[name] = form;
  }
  keepWithoutRule(plan, sum, b);
  keepWithoutRule(plan, sum, a);
  return sum;
};

const keepWithoutRule = (
  { computed }: AttributePlan,
  sum: Record<string, StoredForm>,
  forms: AttributeForms,
): void => {
  for (const name in forms) if (!computed.has(name)) sum[name] = forms[name]!;
};

const addAdopted = (
  rule: CompiledRule,
  a: AttributeForm | null,
  b: AttributeForm | null,
): AttributeForm | null => {
  if (a === null || b === null) return a ?? b;
  return calculusOf(rule).add(rule, a, b);
};

/** What an attribute shows at a moment; '' where its rule knows nothing yet, or nothing within its window. */
export const shownValue = (rule: CompiledRule, form: StoredForm | undefined, now: EpochMs): string => {
  const own = adoptForm(rule, form);
  return own === null ? '' : calculusOf(rule).value(rule, own, oldestShown(rule.window, now));
};

/**
 * What is stored under the name of an attribute, where its present rule has made it; null where another one has. Forms
 * from before rules were remembered count as the present rule's where they may be: of its kind, over everything.
 */
const adoptForm = (rule: CompiledRule, form: StoredForm | undefined): AttributeForm | null => {
  if (form === undefined) return null;
  if ('rule' in form) return form.rule === rule.mark ? form : null;
  if (form.kind !== rule.kind || rule.window !== null || rule.where.length > 0) return null;
  switch (form.kind) {
    case 'count':
      return { kind: 'count', rule: rule.mark, buckets: { 0: form.count } };
    case 'latest':
      return { ...form, rule: rule.mark };
    case 'top':
      return { kind: 'top', rule: rule.mark, buckets: { 0: form.counts } };
  }
};
