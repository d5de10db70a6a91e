import { stayWith } from '../draft/device.ts';
import { merge } from '../merge/merge.ts';
import { namesAnother } from './evidence.ts';
import { areTwo, currentOf, defineRule, foundOf } from './identity-rule.ts';

/** C customer, X visitor: X becomes part of C. */
export const absorbVisitor = defineRule({
  row: 'absorbVisitor',
  sentence: 'a customer, and a visitor by an identifier: the visitor is merged into the customer',
  matches: (encounter) => areTwo(encounter, 'customer', 'visitor') && !namesAnother(encounter),
  apply: (draft, encounter) => {
    const current = currentOf(encounter);
    stayWith(draft, current);
    merge(draft, foundOf(encounter).umid, current.umid);
  },
});
