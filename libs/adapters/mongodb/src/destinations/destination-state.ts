import type { DestinationState, Scope } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import {
  placeKey,
  type DeliveryPlace,
  type DeliveryPositionDocument,
  type DestinationDocument,
} from './delivery-documents.ts';
import { keysBehind } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

type Opening = Pick<DestinationState, 'isPaused' | 'since'>;

export const placeOf = ({ account }: Scope, destination: string): DeliveryPlace => ({ account, destination });

const destinationsIn = ({ database }: Connection) =>
  database.collection<DestinationDocument>(COLLECTIONS.destinations);

const positionsIn = ({ database }: Connection) =>
  database.collection<DeliveryPositionDocument>(COLLECTIONS.deliveryPositions);

const NOBODYS: Omit<DestinationDocument, '_id'> = {
  isPaused: false,
  since: 0,
  round: 0,
  reviewed: null,
  holder: '',
  heldUntil: new Date(0),
};

/** What there is to be changed by conditional updates. */
export const ensureDestination = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
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
export const updateDestination = async (
  connection: Connection,
  { deadline }: Scope,
  filter: { readonly _id: string; readonly round?: number },
  change: { readonly $set: Partial<DestinationDocument> },
): Promise<void> => {
  await connection.call(deadline, ({ maxTimeMS }) =>
    destinationsIn(connection).updateOne(filter, change, { maxTimeMS }),
  );
};

/** null where nobody has opened it. */
export const stateOf = async (
  connection: Connection,
  { deadline }: Scope,
  place: DeliveryPlace,
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

const newestByTopic = (positions: readonly DeliveryPositionDocument[]): Readonly<Record<string, number>> => {
  const newest = new Map<string, number>();
  for (const { topic, takenAt } of positions) {
    if (takenAt !== null) newest.set(topic, Math.max(newest.get(topic) ?? 0, takenAt));
  }
  return Object.fromEntries(newest);
};

/** The state; made where there is none. */
export const openState = async (
  connection: Connection,
  scope: Scope,
  place: DeliveryPlace,
  first: Opening,
): Promise<DestinationState> => {
  for (;;) {
    const known = await stateOf(connection, scope, place);
    if (known !== null) return known;
    await ensureDestination(connection, scope, place);
    await updateDestination(
      connection,
      scope,
      { _id: placeKey(place), round: 0 },
      { $set: { isPaused: first.isPaused, since: first.since, owedSince: first.since, round: 1 } },
    );
  }
};
