import type {
  AccountRules,
  AttributePlan,
  AttributeRule,
  CompiledRule,
  ComputedRule,
} from '../../pipeline/account-rules.ts';
import { windowOf } from './attribute-window.ts';

/** The attributes of an account, with the plan of those that are computed. */
export const attributeRules = (
  attributes: AccountRules['attributes'],
): Pick<AccountRules, 'attributes' | 'plan'> => ({ attributes, plan: planOf(attributes) });

/** Whether an attribute comes of tracking events. */
const isComputed = (rule: AttributeRule): rule is ComputedRule =>
  rule.kind !== 'imported' && rule.kind !== 'enriched';

/** The plan of those that are computed. */
export const planOf = (rules: ReadonlyMap<string, AttributeRule>): AttributePlan => {
  const computed = new Map<string, CompiledRule>();
  for (const [name, rule] of rules) if (isComputed(rule)) computed.set(name, compileRule(rule));
  const marks = Array.from(computed, ([name, { mark }]) => [name, mark]);
  return { computed, mark: JSON.stringify(marks.sort(([a], [b]) => (a! < b! ? -1 : 1))) };
};

const compileRule = (rule: ComputedRule): CompiledRule => {
  const member = rule.kind === 'count' ? null : rule.member;
  const where = Object.entries(rule.where ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const window = rule.windowMs === undefined ? null : windowOf(rule.windowMs);
  const subject = member === null ? rule.of : `${rule.of}.${member}`;
  const conditions = where.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join('');
  const reach = window === null ? '' : ` ${window.buckets}*${window.bucketMs / 60_000}min`;
  const mark = `${rule.kind} ${subject}${conditions}${reach}`;
  return { kind: rule.kind, of: rule.of, member, where, window, mark };
};
