import type { ConsentEntry, StandingEntry } from '@kith/domain/consent';
import type { AccountName } from '@kith/domain/pipeline';
import type { Umid } from '@kith/domain/identity';
import type { ChainRange, ConsentHistory } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { ConsentDocument, ProfileDocument } from '../engine/documents.ts';
import { storedProfile } from '../engine/identity-documents.ts';
import { profileKey, profilesOf } from '../engine/identity-keys.ts';
import { accountKey, keysBehind, sequencePart } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** The consent history in MongoDB, in the order of the keys. */
export const createConsentHistory = (connection: Connection): ConsentHistory => ({
  async entries({ account, deadline }, umid, range) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<ConsentDocument>(COLLECTIONS.consentHistory)
        .find({ _id: chainKeys(account, umid, range) }, { ...bounds, batchSize: range.limit + 1 })
        .sort({ _id: range.order === 'oldestFirst' ? 1 : -1 })
        .limit(range.limit)
        .toArray(),
    );
    return documents.map(standingEntry);
  },
  async profiles({ account, deadline }, after, limit) {
    const behind = after === null ? {} : { $gt: profileKey(account, after) };
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<ProfileDocument>(COLLECTIONS.identity)
        // The keys of an account whose name goes on with a colon lie between.
        .find(
          { _id: { ...keysBehind(profilesOf(account)), ...behind }, account },
          { ...bounds, batchSize: limit + 1 },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(storedProfile);
  },
});

/** The keys of a part of a chain. */
export const chainKeys = (
  account: AccountName,
  umid: Umid,
  { order, after }: Pick<ChainRange, 'order' | 'after'>,
) => {
  const chain = keysBehind(accountKey(account, umid));
  if (after === null) return chain;
  const key = accountKey(account, umid, sequencePart(after));
  return order === 'oldestFirst' ? { ...chain, $gt: key } : { ...chain, $lt: key };
};

/** The number is the key's: whatever stands in the document may have been tampered with. */
export const standingEntry = ({ _id, body }: ConsentDocument): StandingEntry => ({
  sequence: Number(_id.slice(_id.lastIndexOf(':') + 1)),
  entry: readEntry(body),
});

const readEntry = (body: string): ConsentEntry | null => {
  try {
    return JSON.parse(body) as ConsentEntry | null;
  } catch {
    return null;
  }
};
