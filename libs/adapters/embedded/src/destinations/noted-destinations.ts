import type { AccountName } from '@kith/domain/pipeline';
import type { DeliveryCollections } from '../engine/delivery-collections.ts';
import { beyond, forwards } from '../engine/keys.ts';

/** The destinations of an account that have notes of whom they were given; a step of the index for each. */
export const notedDestinations = (
  store: Pick<DeliveryCollections, 'given'>,
  account: AccountName,
): readonly string[] => {
  const names: string[] = [];
  let range = forwards(account);
  for (;;) {
    const [key] = store.given.keys({ ...range, limit: 1 });
    if (key === undefined) return names;
    const name = String(key[1]);
    names.push(name);
    range = beyond([account], name);
  }
};
