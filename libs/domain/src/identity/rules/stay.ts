import { stayWith } from '../draft/device.ts';
import { namesAnother } from './evidence.ts';
import { currentOf, defineRule } from './identity-rule.ts';

/** X none: the device keeps its profile. Upgrade, link and replace are what the identifiers then do to it. */
export const stay = defineRule({
  row: 'stay',
  sentence: 'the device is known, and no identifier leads elsewhere',
  matches: (encounter) => encounter.current !== null && encounter.found === null && !namesAnother(encounter),
  apply: (draft, encounter) => stayWith(draft, currentOf(encounter)),
});
