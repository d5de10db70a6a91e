import { addProfile } from '../draft.ts';
import type { Draft } from '../draft.ts';
import { bindDevice } from '../device.ts';

/** C none, X none: a new profile under the umid that is derived for the device. */
export const create = (draft: Draft): void => {
  const { situation } = draft;
  addProfile(draft, situation.firstUmid, situation.newProfileIds[0]);
  bindDevice(draft, situation.firstUmid);
};
