import type {
  Deadline,
  DeliveryCounts,
  DestinationControl,
  DestinationLease,
  DestinationPlace,
  DestinationState,
} from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact, type Transaction, type Verdict } from '../engine/transaction.ts';
import { placeKey, type DestinationDocument, type PositionDocument } from './destination-documents.ts';

type FirstState = Pick<DestinationState, 'isPaused' | 'since'>;

const destinationsIn = ({ database }: Pick<Connection, 'database'>) =>
  database.collection<DestinationDocument>(COLLECTIONS.destinations);

const positionsIn = ({ database }: Pick<Connection, 'database'>) =>
  database.collection<PositionDocument>(COLLECTIONS.deliveryPositions);

/** Who takes care of one destination, by the server's clock. */
export const createLease = (connection: Connection, place: DestinationPlace): DestinationLease => ({
  async acquire(deadline, holder, forMs) {
    await ensureDestination(connection, deadline, place);
    const isOver = { $lte: ['$heldUntil', '$$NOW'] };
    const { matchedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
      destinationsIn(connection).updateOne(
        { _id: placeKey(place), $expr: { $or: [{ $eq: ['$holder', holder] }, isOver] } },
        [{ $set: { holder, heldUntil: { $add: ['$$NOW', forMs] } } }],
        { maxTimeMS },
      ),
    );
    return matchedCount === 1;
  },
  release: (deadline, holder) =>
    updateDestination(
      connection,
      deadline,
      { _id: placeKey(place), holder },
      { $set: { holder: '', heldUntil: new Date(0) } },
    ),
});

/** Whether one destination is delivered to, and from when on. */
export const createControl = (connection: Connection, place: DestinationPlace): DestinationControl => ({
  state: (deadline) => stateOf(connection, deadline, place),
  open: (deadline, first) => openState(connection, deadline, place, first),
  async setPaused(deadline, isPaused, since) {
    await openState(connection, deadline, place, { isPaused, since });
    await updateDestination(connection, deadline, { _id: placeKey(place) }, { $set: { isPaused } });
  },
  async restart(deadline, since) {
    await openState(connection, deadline, place, { isPaused: false, since });
    await transact(connection, deadline, (transaction) => beginRound(transaction, place, since));
  },
  setReviewed: (deadline, reviewed) =>
    updateDestination(connection, deadline, { _id: placeKey(place) }, { $set: { reviewed } }),
  counts: (deadline) => countsOf(connection, deadline, place),
});

const NOBODYS: Omit<DestinationDocument, '_id'> = {
  isPaused: false,
  since: 0,
  round: 0,
  reviewed: null,
  holder: '',
  heldUntil: new Date(0),
};

/** What there is to be changed by conditional updates. */
const ensureDestination = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
): Promise<void> => {
  await connection.call(deadline, ({ maxTimeMS }) =>
    destinationsIn(connection).updateOne(
      { _id: placeKey(place) },
      { $setOnInsert: NOBODYS },
      { upsert: true, maxTimeMS },
    ),
  );
};

/** Changes what is there, where it is as it is told. */
const updateDestination = async (
  connection: Connection,
  deadline: Deadline,
  filter: { readonly _id: string; readonly round?: number; readonly holder?: string },
  change: { readonly $set: Partial<DestinationDocument> },
): Promise<void> => {
  await connection.call(deadline, ({ maxTimeMS }) =>
    destinationsIn(connection).updateOne(filter, change, { maxTimeMS }),
  );
};

/** null where nobody has opened it. */
export const stateOf = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
): Promise<DestinationState | null> => {
  const document = await connection.call(deadline, (bounds) =>
    destinationsIn(connection).findOne({ _id: placeKey(place) }, bounds),
  );
  if (document === null || document.round === 0) return null;
  const { isPaused, since, owedSince = since, round, reviewed } = document;
  const positions = await connection.call(deadline, (bounds) =>
    positionsIn(connection)
      .find({ _id: keysBehind(placeKey(place, round)) }, bounds)
      .toArray(),
  );
  return { isPaused, since, owedSince, round, reviewed, takenAt: newestByTopic(positions) };
};

const newestByTopic = (positions: readonly PositionDocument[]): Readonly<Record<string, number>> => {
  const newest = new Map<string, number>();
  for (const { topic, takenAt } of positions) {
    if (takenAt !== null) newest.set(topic, Math.max(newest.get(topic) ?? 0, takenAt));
  }
  return Object.fromEntries(newest);
};

const openState = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
  first: FirstState,
): Promise<DestinationState> => {
  for (;;) {
    const known = await stateOf(connection, deadline, place);
    if (known !== null) return known;
    await ensureDestination(connection, deadline, place);
    await updateDestination(
      connection,
      deadline,
      { _id: placeKey(place), round: 0 },
      { $set: { isPaused: first.isPaused, since: first.since, owedSince: first.since, round: 1 } },
    );
  }
};

const countsOf = async (
  connection: Connection,
  deadline: Deadline,
  place: DestinationPlace,
): Promise<DeliveryCounts> => {
  const behind = { _id: keysBehind(placeKey(place)) };
  const count = (collection: string): Promise<number> =>
    connection.call(deadline, (bounds) =>
      connection.database
        .collection<{ readonly _id: string }>(collection)
        .countDocuments(behind, { ...bounds, hint: { _id: 1 } }),
    );
  const [waiting, failed] = await Promise.all([
    count(COLLECTIONS.deliveryParcels),
    count(COLLECTIONS.deliveryFailures),
  ]);
  return { waiting, failed };
};

/** Begins another round of a destination that is there: the positions of this one become what was taken before. */
const beginRound = async (
  transaction: Transaction,
  place: DestinationPlace,
  since: number,
): Promise<Verdict<void>> => {
  const round = await nextRound(transaction, place, since);
  await carryPositions(transaction, placeKey(place, round - 1), placeKey(place, round));
  return { apply: true, result: undefined };
};

const nextRound = async (
  transaction: Transaction,
  place: DestinationPlace,
  since: number,
): Promise<number> => {
  const { session, maxTimeMS } = transaction.options();
  const owedSince = { $min: [since, { $ifNull: ['$owedSince', '$since'] }] };
  const begun = await destinationsIn(transaction).findOneAndUpdate(
    { _id: placeKey(place) },
    [{ $set: { since, owedSince, round: { $add: ['$round', 1] } } }],
    { session, maxTimeMS, returnDocument: 'after' },
  );
  return begun!.round;
};

const carryPositions = async (transaction: Transaction, before: string, after: string): Promise<void> => {
  const positions = positionsIn(transaction);
  const those = { _id: keysBehind(before) };
  const known = await positions.find(those, transaction.options()).toArray();
  if (known.length === 0) return;
  const { session, maxTimeMS } = transaction.options();
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
