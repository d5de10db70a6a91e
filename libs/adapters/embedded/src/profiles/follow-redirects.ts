import type { AccountName } from '@kith/domain/pipeline';
import type { Profile, Umid } from '@kith/domain/identity';
import { accountKey } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** The living profile that a umid leads to over any number of redirects; null where nothing is stored. */
export const livingProfile = (store: StoreCollections, account: AccountName, umid: Umid): Profile | null =>
  walk(store, account, umid).living;

/** The redirects on the way from a umid that lead nearer than to its living profile. */
export const detoursFrom = (store: StoreCollections, account: AccountName, umid: Umid): readonly Umid[] => {
  const { passed, living } = walk(store, account, umid);
  return passed.filter(({ next }) => living !== null && next !== living.umid).map((step) => step.umid);
};

interface Walk {
  readonly passed: readonly { readonly umid: Umid; readonly next: Umid }[];
  readonly living: Profile | null;
  readonly isCircle: boolean;
}

/**
 * By shortcuts where there are some. A shortcut is only a hint, so that nothing has to tidy it up where a merge is
 * undone: it holds if the profile that it leads to has absorbed the umid.
 */
const walk = (store: StoreCollections, account: AccountName, umid: Umid): Walk => {
  const shortcutOf = (passed: Umid): Umid | undefined => store.shortcuts.get(accountKey(account, passed));
  const short = walkBy(store, account, umid, shortcutOf);
  if (short.passed.length === 0 || short.living?.absorbed.includes(umid) === true) return short;
  const plain = walkBy(store, account, umid, () => undefined);
  if (plain.isCircle) throw new Error('the redirects of a profile lead round in a circle');
  const passed = plain.passed.map((step) => ({ ...step, next: shortcutOf(step.umid) ?? step.next }));
  return { ...plain, passed };
};

const walkBy = (
  store: StoreCollections,
  account: AccountName,
  umid: Umid,
  shortcutOf: (passed: Umid) => Umid | undefined,
): Walk => {
  const passed = new Map<Umid, Umid>();
  let at = umid;
  for (;;) {
    const found = store.profiles.get(accountKey(account, at));
    if (found === undefined || found.kind === 'profile') return walked(passed, found ?? null, false);
    if (passed.has(at)) return walked(passed, null, true);
    const next = shortcutOf(at) ?? found.to;
    passed.set(at, next);
    at = next;
  }
};

const walked = (passed: ReadonlyMap<Umid, Umid>, living: Profile | null, isCircle: boolean): Walk => ({
  passed: Array.from(passed, ([umid, next]) => ({ umid, next })),
  living,
  isCircle,
});
