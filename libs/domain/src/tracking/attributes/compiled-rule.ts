import type { AttributeRule, ComputedRule } from '../../pipeline/account-rules.ts';
import { windowOf } from './attribute-window.ts';
import type { AttributeWindow } from './attribute-window.ts';

/** A rule ready for use. */
export interface CompiledRule {
  readonly kind: ComputedRule['kind'];
  readonly of: string;
  /** The member whose values count; null where events do. */
  readonly member: string | null;
  readonly where: readonly (readonly [member: string, value: string])[];
  readonly window: AttributeWindow | null;
  /** Says all of the above: forms with the same mark add up. */
  readonly mark: string;
}

/** The computed attributes of an account, ready for use; made once per configuration. */
export interface AttributePlan {
  readonly computed: ReadonlyMap<string, CompiledRule>;
  /** Says all of the rules. */
  readonly mark: string;
}

/** Whether an attribute comes of tracking events. */
export const isComputed = (rule: AttributeRule): rule is ComputedRule =>
  rule.kind !== 'imported' && rule.kind !== 'enriched';

export const planOf = (rules: ReadonlyMap<string, AttributeRule>): AttributePlan => {
  const computed = new Map<string, CompiledRule>();
  for (const [name, rule] of rules) if (isComputed(rule)) computed.set(name, compileRule(rule));
  const marks = Array.from(computed, ([name, { mark }]) => [name, mark]);
  return { computed, mark: JSON.stringify(marks.sort(([a], [b]) => (a! < b! ? -1 : 1))) };
};

/** A rule by itself, ready for use. */
export const compileRule = (rule: ComputedRule): CompiledRule => {
  const member = rule.kind === 'count' ? null : rule.member;
  const where = Object.entries(rule.where ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const window = rule.windowMs === undefined ? null : windowOf(rule.windowMs);
  const subject = member === null ? rule.of : `${rule.of}.${member}`;
  const conditions = where.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('');
  const reach = window === null ? '' : ` ${window.buckets}*${window.bucketMs / 60_000}min`;
  const mark = `${rule.kind} ${subject}${conditions}${reach}`;
  return { kind: rule.kind, of: rule.of, member, where, window, mark };
};
