import type { AccountName } from '@kith/domain/pipeline';
import type { Newcomer, TrackingCommit } from '@kith/ports';
import { deviceDocument, identifierDocument, profileDocument } from '../engine/identity-documents.ts';
import { deviceKey, profileKey } from '../engine/identity-keys.ts';
import { outboxWrites } from '../profiles/outbox-writes.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { inserts, type Write } from '../engine/write.ts';

/** A newcomer whose umid is unknown; its device is written where its umdid is unknown too. */
export interface Arrival extends Newcomer {
  readonly account: AccountName;
  readonly deviceIsNew: boolean;
}

/** By which it is known whether the newcomers of batches are known. */
export const newcomerKeys = (writes: TrackingCommit['writes']): readonly string[] =>
  candidatesIn(writes).flatMap((newcomer) => [keyOfProfile(newcomer), keyOfDevice(newcomer)]);

/** Those of the newcomers whose umid nobody knows, the first of each; `stored` are those of their keys that are there. */
export const newcomersIn = (
  writes: TrackingCommit['writes'],
  stored: ReadonlySet<string>,
): readonly Arrival[] => {
  const all = candidatesIn(writes);
  const known = new Set(stored);
  const unknown = withoutKnown(known, all, keyOfProfile);
  const newDevices = new Set(withoutKnown(known, unknown, keyOfDevice));
  return unknown.map((newcomer) => ({ ...newcomer, deviceIsNew: newDevices.has(newcomer) }));
};

/** Profile, device, `profileId` and change of each. */
export const newcomerWrites = (arrivals: readonly Arrival[]): readonly Write[] => {
  const documents = arrivals.flatMap(({ account, profile, device, deviceIsNew }) => [
    profileDocument(account, profile),
    identifierDocument(account, { name: 'profileId', value: profile.profileId, umid: profile.umid }),
    ...(deviceIsNew ? [deviceDocument(account, device)] : []),
  ]);
  return [...inserts(COLLECTIONS.identity, documents), ...outboxWrites(arrivals)];
};

type Candidate = Newcomer & { readonly account: AccountName };

const candidatesIn = (writes: TrackingCommit['writes']): readonly Candidate[] =>
  Array.from(writes, ([account, { newcomers }]) =>
    newcomers.map((newcomer) => ({ ...newcomer, account })),
  ).flat();

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
