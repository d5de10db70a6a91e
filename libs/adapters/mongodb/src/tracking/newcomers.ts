import type { AccountName } from '@kith/domain/pipeline';
import type { Newcomer, TrackingCommit } from '@kith/ports';
import { existingKeys } from '../engine/existing-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { outboxWrites } from '../profiles/outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { deviceDocument, identifierDocument, profileDocument } from '../engine/stored-values.ts';
import type { Transaction } from '../engine/transaction.ts';
import { inserts, putAnyway, updates, type Write } from '../engine/write.ts';

/** A newcomer whose umid is unknown; its device is written where its umdid is unknown too. */
export interface Arrival extends Newcomer {
  readonly account: AccountName;
  readonly deviceIsNew: boolean;
}

/** Those of a batch's newcomers whose umid nobody knows; the first of each. */
export const newcomersIn = async (
  transaction: Transaction,
  writes: TrackingCommit['writes'],
): Promise<readonly Arrival[]> => {
  const all = Array.from(writes, ([account, { newcomers }]) =>
    newcomers.map((newcomer) => ({ ...newcomer, account })),
  ).flat();
  const unknown = await withoutKnown(transaction, COLLECTIONS.profiles, all, profileKey);
  const newDevices = new Set(await withoutKnown(transaction, COLLECTIONS.devices, unknown, deviceKey));
  return unknown.map((newcomer) => ({ ...newcomer, deviceIsNew: newDevices.has(newcomer) }));
};

/** Profile, device, `profileId` and change of each. */
export const newcomerWrites = (arrivals: readonly Arrival[]): readonly Write[] => {
  const profileIds = arrivals.map(({ account, profile: { profileId, umid } }) =>
    putAnyway(identifierDocument(account, { name: 'profileId', value: profileId, umid })),
  );
  return [
    ...inserts(
      COLLECTIONS.profiles,
      arrivals.map(({ account, profile }) => profileDocument(account, profile)),
    ),
    ...inserts(
      COLLECTIONS.devices,
      arrivals
        .filter(({ deviceIsNew }) => deviceIsNew)
        .map(({ account, device }) => deviceDocument(account, device)),
    ),
    ...updates(COLLECTIONS.identifiers, profileIds, false),
    ...outboxWrites(arrivals),
  ];
};

type Candidate = Newcomer & { readonly account: AccountName };

const profileKey = ({ account, profile }: Candidate): string => accountKey(account, profile.umid);
const deviceKey = ({ account, device }: Candidate): string => accountKey(account, device.umdid);

/** The first candidate of each key that the collection does not have. */
const withoutKnown = async (
  transaction: Transaction,
  collection: string,
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => string,
): Promise<readonly Candidate[]> => {
  const seen = new Set(await existingKeys(transaction, collection, candidates.map(keyOf)));
  return candidates.filter((candidate) => {
    const isNew = !seen.has(keyOf(candidate));
    seen.add(keyOf(candidate));
    return isNew;
  });
};
