import {
  placeKey,
  type DeliveryPlace,
  type DeliveryPositionDocument,
  type DestinationDocument,
} from './delivery-documents.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import type { Transaction, Verdict } from '../engine/transaction.ts';

/** Begins another round of a destination that is there: the positions of this one become what was taken before. */
export const beginRound = async (
  transaction: Transaction,
  place: DeliveryPlace,
  since: number,
): Promise<Verdict<void>> => {
  const round = await nextRound(transaction, place, since);
  await carryPositions(transaction, placeKey(place, round - 1), placeKey(place, round));
  return { apply: true, result: undefined };
};

const nextRound = async (
  { database, options }: Transaction,
  place: DeliveryPlace,
  since: number,
): Promise<number> => {
  const { session, maxTimeMS } = options();
  const owedSince = { $min: [since, { $ifNull: ['$owedSince', '$since'] }] };
  const begun = await database
    .collection<DestinationDocument>(COLLECTIONS.destinations)
    .findOneAndUpdate(
      { _id: placeKey(place) },
      [{ $set: { since, owedSince, round: { $add: ['$round', 1] } } }],
      { session, maxTimeMS, returnDocument: 'after' },
    );
  return begun!.round;
};

const carryPositions = async (
  { database, options }: Transaction,
  before: string,
  after: string,
): Promise<void> => {
  const positions = database.collection<DeliveryPositionDocument>(COLLECTIONS.deliveryPositions);
  const those = { _id: keysBehind(before) };
  const known = await positions.find(those, options()).toArray();
  if (known.length === 0) return;
  const { session, maxTimeMS } = options();
  await positions.insertMany(
    known.map(({ _id, topic, position, takenBefore = 0 }) => ({
      _id: `${after}${_id.slice(before.length)}`,
      topic,
      position: 0,
      takenBefore: Math.max(position, takenBefore),
      takenAt: null,
    })),
    { session, maxTimeMS },
  );
  await positions.deleteMany(those, { session, maxTimeMS });
};
