import { stayWith } from '../draft/device.ts';
import { currentOf, defineRule } from './identity-rule.ts';

/** X is C: its last sight is all that changes. */
export const same = defineRule({
  row: 'same',
  sentence: 'device and identifiers lead to the same profile',
  matches: ({ current, found }) => current !== null && found?.profile.umid === current.umid,
  apply: (draft, encounter) => stayWith(draft, currentOf(encounter)),
});
