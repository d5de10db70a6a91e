import type { AccountName } from '@kith/domain/pipeline';
import type { Suppression } from '@kith/domain/privacy';
import { suppressionDocument } from '../engine/identity-documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { putAnyway, updates, type Write } from '../engine/write.ts';

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
