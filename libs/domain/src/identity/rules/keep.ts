import { stayWith } from '../draft/device.ts';
import { isNeighbour, namesAnother } from './evidence.ts';
import { currentOf, defineRule } from './identity-rule.ts';

/** C customer, X another one by something weaker: C stays, and the conflict is reported. A neighbour's Wi-Fi is no login. */
export const keep = defineRule({
  row: 'keep',
  sentence: 'a customer, and another one by an identifier too weak to tell: nothing changes',
  matches: (encounter) => isNeighbour(encounter) && !namesAnother(encounter),
  apply: (draft, encounter) => stayWith(draft, currentOf(encounter)),
});
