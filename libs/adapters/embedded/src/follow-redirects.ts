import type { AccountName } from '@kith/domain/pipeline';
import type { Profile, Umid } from '@kith/domain/identity';
import { accountKey } from './keys.ts';
import type { StoreCollections } from './store-collections.ts';

/** The living profile that a umid leads to over any number of redirects; null where nothing is stored. */
export const livingProfile = (store: StoreCollections, account: AccountName, umid: Umid): Profile | null => {
  const passed = new Set<Umid>();
  let next = umid;
  for (;;) {
    const found = store.profiles.get(accountKey(account, next));
    if (found === undefined) return null;
    if (found.kind === 'profile') return found;
    passed.add(next);
    if (passed.has(found.to)) throw new Error('the redirects of a profile lead round in a circle');
    next = found.to;
  }
};
