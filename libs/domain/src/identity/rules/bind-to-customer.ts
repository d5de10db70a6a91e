import { linkSameDevice } from '../draft/attach.ts';
import { bindDevice } from '../draft/device.ts';
import { areTwo, currentOf, defineRule, foundOf } from './identity-rule.ts';

/**
 * C visitor, X a customer found by a device identifier alone: the device goes over to X, and nothing merges. A forwarded
 * link makes nobody part of a customer.
 */
export const bindToCustomer = defineRule({
  row: 'bindToCustomer',
  sentence: 'a visitor, and a customer found by a device identifier alone: the device moves, nothing merges',
  matches: (encounter) => areTwo(encounter, 'visitor', 'customer') && encounter.found?.strength === 0,
  apply: (draft, encounter) => {
    const { umid } = foundOf(encounter);
    bindDevice(draft, umid);
    linkSameDevice(draft, currentOf(encounter).umid, umid);
  },
});
