import { addProfile } from '../draft/draft.ts';
import { isNeighbour, namesAnother } from './evidence.ts';
import { areTwo, currentOf, defineRule, type Encounter } from './identity-rule.ts';
import { moveDevice } from './switch-device.ts';

/** Another person whom nobody knows yet: a new profile, then the switch. */
export const switchToNew = defineRule({
  row: 'switchToNew',
  sentence:
    'a customer, and a login that is nobody else: another person, so the device moves to a new profile',
  matches: (encounter) => namesAnother(encounter) && leadsToNobody(encounter),
  apply: (draft, encounter) => {
    const { newUmid, newProfileIds } = draft.input;
    addProfile(draft, newUmid, newProfileIds[1]);
    moveDevice(draft, currentOf(encounter), newUmid);
  },
});

/** X none, a visitor, or too weak: nobody who could be that other person. */
const leadsToNobody = (encounter: Encounter): boolean =>
  encounter.found === null || areTwo(encounter, 'customer', 'visitor') || isNeighbour(encounter);
