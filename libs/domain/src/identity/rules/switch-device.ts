import { linkSameDevice } from '../draft/attach.ts';
import { bindDevice } from '../draft/device.ts';
import { report, type Draft } from '../draft/draft.ts';
import type { Umid } from '../model/ids.ts';
import type { Profile } from '../model/profile.ts';
import { isNeighbour, isOnePerson } from './evidence.ts';
import { areTwo, currentOf, defineRule, foundOf } from './identity-rule.ts';

/** C customer, X another one: another person on this device, so the device goes over to X, and nothing merges. */
export const switchDevice = defineRule({
  row: 'switch',
  sentence: 'a customer, and another one: the device moves, nothing merges',
  matches: (encounter) =>
    areTwo(encounter, 'customer', 'customer') && !isNeighbour(encounter) && !isOnePerson(encounter),
  apply: (draft, encounter) => moveDevice(draft, currentOf(encounter), foundOf(encounter).umid),
});

/** The device goes over to another person's profile. */
export const moveDevice = (draft: Draft, from: Profile, to: Umid): void => {
  bindDevice(draft, to);
  report(draft, 'profile.switched', to, { from: from.umid });
  linkSameDevice(draft, from.umid, to);
};
