import type { AccountName } from '@kith/domain/pipeline';
import type { Activity } from '@kith/domain/tracking';
import type { ActivityRecounts, RecountLook, RecountSelection } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { ActivityDocument } from '../engine/documents.ts';
import { accountKey, keysBehind, umidInKey } from '../engine/keys.ts';
import { eventsWithin } from './read-events.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { activityDocument } from '../engine/stored-values.ts';
import { transact, type Transaction } from '../engine/transaction.ts';

/** Counts stored events again in MongoDB. */
export const createActivityRecounts = (connection: Connection): ActivityRecounts => ({
  async activeUmids({ account, deadline }, after, limit) {
    const all = keysBehind(account);
    const keys = after === null ? all : { ...all, $gt: accountKey(account, after) };
    const documents = await connection.call(deadline, (bounds) =>
      activities(connection)
        .find({ _id: keys }, { ...bounds, projection: { _id: 1 }, batchSize: limit + 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(({ _id }) => umidInKey(account, _id));
  },
  look: ({ account, deadline }, selection) =>
    transact(connection, deadline, async (transaction) => ({
      apply: false,
      result: await lookAt(transaction, account, selection),
    })),
  async replace({ account, deadline }, umid, read, next) {
    const q = { _id: accountKey(account, umid), body: JSON.stringify(read) };
    const { matchedCount } = await connection.call(deadline, ({ signal: _, ...bounds }) =>
      activities(connection).replaceOne(q, withoutKey(activityDocument(account, umid, next)), bounds),
    );
    return matchedCount === 1;
  },
});

const activities = ({ database }: Connection) => database.collection<ActivityDocument>(COLLECTIONS.activity);

const withoutKey = ({ _id, ...document }: ActivityDocument): Omit<ActivityDocument, '_id'> => document;

/** All of one moment: the events of a moment before or after would count once too few or too many. */
const lookAt = async (
  transaction: Transaction,
  account: AccountName,
  { umid, limit, after, receivedFrom }: RecountSelection,
): Promise<RecountLook | null> => {
  const document = await transaction.database
    .collection<ActivityDocument>(COLLECTIONS.activity)
    .findOne({ _id: accountKey(account, umid) }, { ...transaction.options(), projection: { body: 1 } });
  if (document === null) return null;
  const selection = { limit, receivedFrom, ...(after === null ? {} : { after }) };
  const events = await eventsWithin(transaction, account, umid, selection);
  const last = events.length < limit ? undefined : events.at(-1);
  const next = last === undefined ? null : { time: last.time, id: last.id };
  return { activity: JSON.parse(document.body) as Activity, page: { events, next } };
};
