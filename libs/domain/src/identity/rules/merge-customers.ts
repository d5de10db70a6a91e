import type { Draft } from '../draft.ts';
import { merge } from '../merge/merge.ts';
import type { Profile } from '../profile.ts';
import { stay } from './stay.ts';

/** Two customers without a conflict: the older one survives; of the same age, the one with the smaller umid. */
export const mergeCustomers = (draft: Draft, current: Profile, found: Profile): void => {
  stay(draft, current);
  const [survivor, loser] = isElder(current, found) ? [current, found] : [found, current];
  merge(draft, loser.umid, survivor.umid);
};

const isElder = (a: Profile, b: Profile): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.umid < b.umid);
