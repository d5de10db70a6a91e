import type { AttributeForm, StoredForm } from './attribute-form.ts';
import type { CompiledRule } from '../../pipeline/account-rules.ts';

/**
 * What is stored under the name of an attribute, where its present rule has made it; null where another one has. Forms
 * from before rules were remembered count as the present rule's where they may be: of its kind, over everything.
 */
export const adoptForm = (rule: CompiledRule, form: StoredForm | undefined): AttributeForm | null => {
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
