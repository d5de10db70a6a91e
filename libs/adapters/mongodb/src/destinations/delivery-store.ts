import { laneOf, type Given } from '@kith/domain/destinations';
import type { Umid } from '@kith/domain/identity';
import type { DeliveryLook, DeliveryStore, DeliveryTaking, Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import {
  givenDocument,
  placeKey,
  type DeliveryPlace,
  type DeliveryPositionDocument,
  type DestinationDocument,
  type FailureDocument,
  type GivenDocument,
  type LaneDocument,
} from './delivery-documents.ts';
import { positionKey, positionMove, proceedInLane, takeParcels } from './delivery-transactions.ts';
import { createDestinationRegister, dueLanes, parcelsIn } from './destination-register.ts';
import { ensureDestination, placeOf, stateOf } from './destination-state.ts';
import { keysBehind, sequencePart } from '../engine/keys.ts';
import { notedDestinations } from './noted-destinations.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';

/** What is on its way to destinations, in MongoDB. */
export const createDeliveryStore = (connection: Connection): DeliveryStore => ({
  ...createDestinationRegister(connection),
  hold: (scope, destination, holder, forMs) =>
    hold(connection, scope, placeOf(scope, destination), holder, forMs),
  async release(scope, destination, holder) {
    const _id = placeKey(placeOf(scope, destination));
    const change = { $set: { holder: '', heldUntil: new Date(0) } };
    await connection.call(scope.deadline, ({ maxTimeMS }) =>
      destinationsIn(connection).updateOne({ _id, holder }, change, { maxTimeMS }),
    );
  },
  async noteReviewed(scope, destination, reviewed) {
    const _id = placeKey(placeOf(scope, destination));
    await connection.call(scope.deadline, ({ maxTimeMS }) =>
      destinationsIn(connection).updateOne({ _id }, { $set: { reviewed } }, { maxTimeMS }),
    );
  },
  async reached(scope, destination, topic, partition) {
    const found = await positionOf(connection, scope, destination, topic, partition);
    return { position: found?.position ?? 0, takenBefore: found?.takenBefore ?? 0 };
  },
  look: (scope, destination, umids) => lookAt(connection, scope, placeOf(scope, destination), umids),
  async noteGiven(scope, destination, given) {
    if (given.length === 0) return;
    const documents = given.map((one) => givenDocument(placeOf(scope, destination), one));
    const operations = documents.map(({ _id, ...rest }) => ({
      replaceOne: { filter: { _id }, replacement: rest, upsert: true },
    }));
    await connection.call(scope.deadline, ({ maxTimeMS }) =>
      givenIn(connection).bulkWrite(operations, { maxTimeMS }),
    );
  },
  async forgetGiven(scope, destination, { umid, since }) {
    const _id = placeKey(placeOf(scope, destination), umid);
    await connection.call(scope.deadline, ({ maxTimeMS }) =>
      givenIn(connection).deleteOne({ _id, since }, { maxTimeMS }),
    );
  },
  givenPage: (scope, destination, after, limit) =>
    givenBehind(connection, scope, placeOf(scope, destination), after, limit),
  notedDestinations: (scope) => notedDestinations(connection, scope),
  async countGiven(scope, destination, most) {
    const behind = { _id: keysBehind(placeKey(placeOf(scope, destination))) };
    return connection.call(scope.deadline, (bounds) =>
      givenIn(connection).countDocuments(behind, { ...bounds, hint: { _id: 1 }, limit: most }),
    );
  },
  take: (scope, destination, taking) => take(connection, scope, placeOf(scope, destination), taking),
  due: (scope, destination, by, limit) => dueLanes(connection, scope, placeOf(scope, destination), by, limit),
  lane: (scope, destination, lane, limit) =>
    parcelsIn(connection, scope, placeOf(scope, destination), lane, limit),
  proceed: (scope, destination, progress) =>
    transact(connection, scope.deadline, (transaction) =>
      proceedInLane(transaction, placeOf(scope, destination), progress),
    ),
  removeFailedBefore: (scope, destination, failedBefore, limit) =>
    removeFailedBefore(connection, scope, placeOf(scope, destination), failedBefore, limit),
});

const destinationsIn = ({ database }: Connection) =>
  database.collection<DestinationDocument>(COLLECTIONS.destinations);

const positionsIn = ({ database }: Connection) =>
  database.collection<DeliveryPositionDocument>(COLLECTIONS.deliveryPositions);

const givenIn = ({ database }: Connection) => database.collection<GivenDocument>(COLLECTIONS.given);

/** By the server's clock. */
const hold = async (
  connection: Connection,
  scope: Scope,
  place: DeliveryPlace,
  holder: string,
  forMs: number,
): Promise<boolean> => {
  await ensureDestination(connection, scope, place);
  const isOver = { $lte: ['$heldUntil', '$$NOW'] };
  const { matchedCount } = await connection.call(scope.deadline, ({ maxTimeMS }) =>
    destinationsIn(connection).updateOne(
      { _id: placeKey(place), $expr: { $or: [{ $eq: ['$holder', holder] }, isOver] } },
      [{ $set: { holder, heldUntil: { $add: ['$$NOW', forMs] } } }],
      { maxTimeMS },
    ),
  );
  return matchedCount === 1;
};

/** What the first taking moves is made here: from then on it is there to be compared with. */
const positionOf = async (
  connection: Connection,
  scope: Scope,
  destination: string,
  topic: string,
  partition: number,
): Promise<DeliveryPositionDocument | null> => {
  const place = placeOf(scope, destination);
  const { round } = (await stateOf(connection, scope, place)) ?? { round: 0 };
  const _id = positionKey(place, { round, topic, partition });
  const first = { topic, position: 0, takenAt: null };
  return connection.call(scope.deadline, ({ maxTimeMS }) =>
    positionsIn(connection).findOneAndUpdate(
      { _id },
      { $setOnInsert: first },
      { upsert: true, returnDocument: 'after', maxTimeMS },
    ),
  );
};

const lookAt = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
  umids: readonly Umid[],
): Promise<DeliveryLook> => {
  const keys = umids.map((umid) => placeKey(place, umid));
  const laneKeys = umids.map((umid) => placeKey(place, laneOf(umid)));
  const [lanes, given] = await connection.call(deadline, (bounds) =>
    Promise.all([
      connection.database
        .collection<LaneDocument>(COLLECTIONS.deliveryLanes)
        .find({ _id: { $in: laneKeys } }, { ...bounds, batchSize: keys.length + 1 })
        .toArray(),
      givenIn(connection)
        .find({ _id: { $in: keys } }, { ...bounds, batchSize: keys.length + 1 })
        .toArray(),
    ]),
  );
  const notes = given.map(({ body }) => JSON.parse(body) as Given);
  return {
    waiting: new Set(lanes.map(({ lane }) => lane)),
    given: new Map(notes.map((note) => [note.umid, note])),
  };
};

const givenBehind = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
  after: Umid | null,
  limit: number,
): Promise<readonly Given[]> => {
  const all = keysBehind(placeKey(place));
  const behind = after === null ? all : { ...all, $gt: placeKey(place, after) };
  const documents = await connection.call(deadline, (bounds) =>
    givenIn(connection)
      .find({ _id: behind }, { ...bounds, batchSize: limit + 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(({ body }) => JSON.parse(body) as Given);
};

/** Nothing but a position needs no transaction. */
const take = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
  taking: DeliveryTaking,
): Promise<'taken' | 'fenced'> => {
  if (taking.parked.length + taking.failed.length > 0) {
    return transact(connection, deadline, (transaction) =>
      takeParcels(transaction, place, taking, Date.now()),
    );
  }
  const { matchedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
    positionsIn(connection).updateOne(...positionMove(place, taking), { maxTimeMS }),
  );
  return matchedCount === 1 ? 'taken' : 'fenced';
};

const removeFailedBefore = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
  failedBefore: number,
  limit: number,
): Promise<number> => {
  const failures = connection.database.collection<FailureDocument>(COLLECTIONS.deliveryFailures);
  const old = await connection.call(deadline, (bounds) =>
    failures
      .find({ of: placeKey(place), place: { $lt: sequencePart(failedBefore) } }, bounds)
      .sort({ place: 1 })
      .limit(limit)
      .project<{ readonly _id: string }>({ _id: 1 })
      .toArray(),
  );
  if (old.length === 0) return 0;
  const { deletedCount } = await connection.call(deadline, ({ maxTimeMS }) =>
    failures.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }, { maxTimeMS }),
  );
  return deletedCount;
};
