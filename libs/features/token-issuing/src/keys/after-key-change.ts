import type { KeyAdministration } from '@kith/ports';

/** The same administration, which tells of each change, also of one whose outcome it could not learn. */
export const afterKeyChange = (keys: KeyAdministration, tell: () => void): KeyAdministration => ({
  list: keys.list,
  rotate: (...call) => keys.rotate(...call).finally(tell),
  revoke: (...call) => keys.revoke(...call).finally(tell),
});
