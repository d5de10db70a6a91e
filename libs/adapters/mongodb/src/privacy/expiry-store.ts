import type { Profile } from '@kith/domain/identity';
import { umidsOfPerson } from '@kith/domain/privacy';
import type { Deadline, ExpiryStore, IdleVisitor, Scope } from '@kith/ports';
import type { UpdateFilter } from 'mongodb';
import { type Signal } from '@kith/platform';
import type { Connection } from '../engine/connection.ts';
import type { EventDocument, LivingDocument, TurnDocument } from '../engine/documents.ts';
import { expireVisitor } from './expire-visitor.ts';
import { profileKey } from '../engine/identity-keys.ts';
import { createActivityReader, type ReadActivities } from '../profiles/read-activities.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { transact } from '../engine/transaction.ts';

const EXPIRY = 'expiry';

/** Removes what expired from MongoDB; `changed` is notified when a visitor left its change in the outbox. */
export const createExpiryStore = (connection: Connection, changed: Signal): ExpiryStore => ({
  takeTurn: (deadline, holder, forMs) => takeTurn(connection, deadline, holder, forMs),
  async idleVisitors(scope, seenBefore, limit) {
    const profiles = await idleProfiles(connection, scope, seenBefore, limit);
    return withActivities(createActivityReader(connection), scope, profiles);
  },
  putOff: (scope, profile, seenAt) => putOff(connection, scope, profile, seenAt),
  async expire({ account, deadline }, expiry, limit) {
    const outcome = await transact(connection, deadline, (transaction) =>
      expireVisitor(transaction, account, expiry, limit),
    );
    if (outcome.kind === 'expired') changed.notify();
    return outcome;
  },
  async removeEvents(scope, receivedBefore, limit) {
    const last = await lastOf(connection, scope, receivedBefore, limit);
    const receivedAt = last === null ? { $lt: new Date(receivedBefore) } : { $lte: last };
    const { deletedCount } = await connection.call(scope.deadline, ({ maxTimeMS }) =>
      connection.database
        .collection<EventDocument>(COLLECTIONS.events)
        .deleteMany({ account: scope.account, receivedAt }, { maxTimeMS }),
    );
    return deletedCount;
  },
});

/** By the server's clock. */
const takeTurn = (
  connection: Connection,
  deadline: Deadline,
  holder: string,
  forMs: number,
): Promise<boolean> =>
  connection.call(deadline, async ({ maxTimeMS }) => {
    const turns = connection.database.collection<TurnDocument>(COLLECTIONS.turns);
    const nobodys = { holder: '', until: new Date(0) };
    await turns.updateOne({ _id: EXPIRY }, { $setOnInsert: nobodys }, { upsert: true, maxTimeMS });
    const isOver = { $lte: ['$until', '$$NOW'] };
    const { matchedCount } = await turns.updateOne(
      { _id: EXPIRY, $expr: { $or: [{ $eq: ['$holder', holder] }, isOver] } },
      [{ $set: { holder, until: { $add: ['$$NOW', forMs] } } }],
      { maxTimeMS },
    );
    return matchedCount === 1;
  });

const idleProfiles = async (
  connection: Connection,
  { account, deadline }: Scope,
  seenBefore: number,
  limit: number,
): Promise<readonly Profile[]> => {
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<LivingDocument>(COLLECTIONS.identity)
      .find(
        { account, idleSince: { $lt: new Date(seenBefore) } },
        { ...bounds, projection: { body: 1 }, batchSize: limit + 1 },
      )
      .sort({ idleSince: 1 })
      .limit(limit)
      .toArray(),
  );
  return documents.map(({ body }) => JSON.parse(body) as Profile);
};

const withActivities = async (
  readActivities: ReadActivities,
  { account, deadline }: Scope,
  profiles: readonly Profile[],
): Promise<readonly IdleVisitor[]> => {
  const found = await readActivities(deadline, account, profiles.flatMap(umidsOfPerson));
  return profiles.map((profile) => {
    const own = new Set(umidsOfPerson(profile));
    return { profile, activities: new Map(Array.from(found).filter(([umid]) => own.has(umid))) };
  });
};

/** Not a new version: nothing of what the visitor is has changed. */
const putOff = async (
  connection: Connection,
  { account, deadline }: Scope,
  { umid, version }: Profile,
  seenAt: number | null,
): Promise<void> => {
  const change: UpdateFilter<LivingDocument> =
    seenAt === null ? { $unset: { idleSince: true } } : { $set: { idleSince: new Date(seenAt) } };
  await connection.call(deadline, ({ maxTimeMS }) =>
    connection.database
      .collection<LivingDocument>(COLLECTIONS.identity)
      .updateOne({ _id: profileKey(account, umid), version, idleSince: { $exists: true } }, change, {
        maxTimeMS,
      }),
  );
};

/** The receipt of the last event that goes in this step; null where all that expired go. */
const lastOf = async (
  connection: Connection,
  { account, deadline }: Scope,
  receivedBefore: number,
  limit: number,
): Promise<Date | null> => {
  const last = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<EventDocument>(COLLECTIONS.events)
      .find(
        { account, receivedAt: { $lt: new Date(receivedBefore) } },
        { ...bounds, projection: { _id: 0, receivedAt: 1 } },
      )
      .sort({ receivedAt: 1 })
      .skip(limit - 1)
      .limit(1)
      .next(),
  );
  return last?.receivedAt ?? null;
};
