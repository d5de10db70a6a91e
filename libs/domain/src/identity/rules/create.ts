import { bindDevice } from '../draft/device.ts';
import { addProfile } from '../draft/draft.ts';
import { defineRule } from './identity-rule.ts';

/** C none, X none: a new profile under the umid that is derived for the device. */
export const create = defineRule({
  row: 'create',
  sentence: 'neither the device nor an identifier is known',
  matches: ({ current, found }) => current === null && found === null,
  apply: (draft) => {
    const { firstUmid, newProfileIds } = draft.input;
    addProfile(draft, firstUmid, newProfileIds[0]);
    bindDevice(draft, firstUmid);
  },
});
