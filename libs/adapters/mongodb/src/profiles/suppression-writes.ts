import type { AccountName } from '@kith/domain/pipeline';
import type { Suppression } from '@kith/domain/privacy';
import { suppressionDocument } from '../engine/identity-documents.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { putAnyway, updates, type Write } from '../engine/write.ts';

/** Where it is counted how often something was suppressed in an account; among the positions, which a batch states. */
export const timesSuppressedKey = (account: AccountName): string => accountKey(account, 'suppressed');

/** Suppresses what is a person's, so that whoever remembers that it was not finds out. */
export const barringWrites = (
  account: AccountName,
  suppressions: readonly Suppression[],
): readonly Write[] => {
  const counted = { q: { _id: timesSuppressedKey(account) }, u: { $inc: { position: 1 } }, upsert: true };
  return [
    ...suppressionWrites(account, suppressions),
    ...updates(COLLECTIONS.offsets, suppressions.length === 0 ? [] : [counted], false),
  ];
};

/** Suppresses; of the same value erased again, the later time counts. */
export const suppressionWrites = (
  account: AccountName,
  suppressions: readonly Suppression[],
): readonly Write[] =>
  updates(
    COLLECTIONS.identity,
    suppressions.map((suppression) => putAnyway(suppressionDocument(account, suppression))),
    false,
  );
