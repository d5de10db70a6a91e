import { currentIn, type Draft } from '../draft/draft.ts';
import { absorbVisitor } from './absorb-visitor.ts';
import { bindToCustomer } from './bind-to-customer.ts';
import { bind } from './bind.ts';
import { create } from './create.ts';
import { findProfile } from './find-profile.ts';
import type { Encounter } from './identity-rule.ts';
import { keep } from './keep.ts';
import { mergeCustomers } from './merge-customers.ts';
import { mergeVisitor } from './merge-visitor.ts';
import { same } from './same.ts';
import { stay } from './stay.ts';
import { switchDevice } from './switch-device.ts';
import { switchToNew } from './switch-to-new.ts';

/**
 * The decision table: the first rule that matches settles who answers. No two of these match at once, so that their order
 * does not matter; a rule for a special case of theirs stands above the one that it takes the case from.
 */
export const IDENTITY_RULES = [
  create,
  bind,
  stay,
  same,
  bindToCustomer,
  mergeVisitor,
  switchToNew,
  keep,
  absorbVisitor,
  switchDevice,
  mergeCustomers,
] as const;

/** What stands in the place of a row where no rule is asked: the device has sent this very request before. */
export const RETRIED = {
  row: 'retried',
  sentence: 'the request has been answered before: nothing changes again',
} as const;

/** The row of the decision table that a request met, or that it was a retry. */
export type DecisionRow = Row | typeof RETRIED.row;
type Row = (typeof IDENTITY_RULES)[number]['row'];

const OUTCOMES = [...IDENTITY_RULES, RETRIED];

/** Every row that a decision can name: the enum of the wire. */
export const DECISION_ROWS: readonly DecisionRow[] = OUTCOMES.map(({ row }) => row);

/** When a row is met, in a sentence. */
export const rowSentence = (row: DecisionRow): string => OUTCOMES.find((one) => one.row === row)!.sentence;

/** Settles which profile answers, by the table, and applies the rule to the draft. */
export const settle = (draft: Draft): DecisionRow => {
  const { input } = draft;
  const encounter: Encounter = { input, current: currentIn(draft), found: findProfile(input) };
  const rule = IDENTITY_RULES.find(({ matches }) => matches(encounter));
  if (rule === undefined) throw new Error('no row of the decision table matches');
  rule.apply(draft, encounter);
  return rule.row;
};
