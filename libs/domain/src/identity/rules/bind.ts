import { bindDevice } from '../draft/device.ts';
import { defineRule, foundOf } from './identity-rule.ts';

/** C none, X found: a new device of X. */
export const bind = defineRule({
  row: 'bind',
  sentence: 'an identifier leads to a profile, and the device is new',
  matches: ({ current, found }) => current === null && found !== null,
  apply: (draft, encounter) => bindDevice(draft, foundOf(encounter).umid),
});
