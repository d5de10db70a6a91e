import type { AccountName } from '@kith/domain/pipeline';
import type { Newcomer, TrackingCommit } from '@kith/ports';
import { existingKeys } from '../engine/existing-keys.ts';
import { deviceDocument, identifierDocument, profileDocument } from '../engine/identity-documents.ts';
import { deviceKey, profileKey } from '../engine/identity-keys.ts';
import { outboxWrites } from '../profiles/outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
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
  const keys = all.flatMap((newcomer) => [keyOfProfile(newcomer), keyOfDevice(newcomer)]);
  const known = new Set(await existingKeys(transaction, COLLECTIONS.identity, keys));
  const unknown = withoutKnown(known, all, keyOfProfile);
  const newDevices = new Set(withoutKnown(known, unknown, keyOfDevice));
  return unknown.map((newcomer) => ({ ...newcomer, deviceIsNew: newDevices.has(newcomer) }));
};

/** Profile, device, `profileId` and change of each. */
export const newcomerWrites = (arrivals: readonly Arrival[]): readonly Write[] => {
  const profileIds = arrivals.map(({ account, profile: { profileId, umid } }) =>
    putAnyway(identifierDocument(account, { name: 'profileId', value: profileId, umid })),
  );
  const documents = arrivals.flatMap(({ account, profile, device, deviceIsNew }) => [
    profileDocument(account, profile),
    ...(deviceIsNew ? [deviceDocument(account, device)] : []),
  ]);
  return [
    ...inserts(COLLECTIONS.identity, documents),
    ...updates(COLLECTIONS.identity, profileIds, false),
    ...outboxWrites(arrivals),
  ];
};

type Candidate = Newcomer & { readonly account: AccountName };

const keyOfProfile = ({ account, profile }: Candidate): string => profileKey(account, profile.umid);
const keyOfDevice = ({ account, device }: Candidate): string => deviceKey(account, device.umdid);

/** The first candidate of each key that is not known; it is known from then on. */
const withoutKnown = (
  known: Set<string>,
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => string,
): readonly Candidate[] =>
  candidates.filter((candidate) => {
    const isNew = !known.has(keyOf(candidate));
    known.add(keyOf(candidate));
    return isNew;
  });
