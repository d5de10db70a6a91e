import type { AccountName } from '@kith/domain/pipeline';
import type { Suppression } from '@kith/domain/privacy';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { putAnyway, updates, type Write } from '../engine/write.ts';

/** Suppresses; of the same value erased again, the later time counts. */
export const suppressionWrites = (
  account: AccountName,
  suppressions: readonly Suppression[],
): readonly Write[] =>
  updates(
    COLLECTIONS.suppressions,
    suppressions.map(({ key, at }) => putAnyway({ _id: accountKey(account, key), at })),
    false,
  );
