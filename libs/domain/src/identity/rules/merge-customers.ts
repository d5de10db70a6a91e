import { uniteCustomers } from '../merge/merge.ts';
import { isNeighbour, isOnePerson } from './evidence.ts';
import { areTwo, currentOf, defineRule, foundOf } from './identity-rule.ts';

/** C customer, X another one without a conflict, by an identifier that may merge: they are one. */
export const mergeCustomers = defineRule({
  row: 'mergeCustomers',
  sentence: 'a customer, and another one by an identifier that says they are one: they are merged',
  matches: (encounter) =>
    areTwo(encounter, 'customer', 'customer') && !isNeighbour(encounter) && isOnePerson(encounter),
  apply: (draft, encounter) => uniteCustomers(draft, currentOf(encounter), foundOf(encounter)),
});
