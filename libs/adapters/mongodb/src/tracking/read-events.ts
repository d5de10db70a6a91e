import { EVENT_TYPES, type EventType, type TrackedEvent } from '@kith/domain/tracking';
import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { EventSelection, Scope } from '@kith/ports';
import type { Document } from 'mongodb';
import type { Connection } from '../engine/connection.ts';
import type { EventDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import type { Transaction } from '../engine/transaction.ts';
import { unionOf, type Question } from '../engine/union-of.ts';

/** So many ranges of an index the server merges in their order; of more it would sort what it has read. */
const RANGES_PER_QUESTION = 180;

/** The events of each selection: what reads events reads them here. */
export const readEvents = async (
  connection: Connection,
  { account, deadline }: Scope,
  selections: readonly EventSelection[],
): Promise<readonly (readonly TrackedEvent[])[]> => {
  const asked = selections.map((selection) => questionsOf(account, selection));
  const rows = await unionOf<EventDocument>(connection, deadline, COLLECTIONS.events, asked.flat());
  let next = 0;
  return selections.map(({ limit }, index) => {
    const own = rows.slice(next, (next += asked[index]!.length)).flat();
    const inOrder = asked[index]!.length > 1 ? own.toSorted(newestFirst) : own;
    return inOrder.slice(0, limit).map(({ body }) => JSON.parse(body) as TrackedEvent);
  });
};

const newestFirst = (a: EventDocument, b: EventDocument): number =>
  b.time - a.time || (a._id < b._id ? 1 : -1);

const questionsOf = (account: AccountName, selection: EventSelection): readonly Question[] => {
  const { umids, types = EVENT_TYPES, limit } = selection;
  if (types.length === 0 || limit === 0) return [];
  const step = Math.floor(RANGES_PER_QUESTION / types.length);
  const parts = Array.from({ length: Math.ceil(umids.length / step) }, (_, index) =>
    umids.slice(index * step, (index + 1) * step).map((umid) => accountKey(account, umid)),
  );
  return parts.map((keys) => ({ limit, stages: stagesOf(account, keys, types, selection) }));
};

const stagesOf = (
  account: AccountName,
  keys: readonly string[],
  types: readonly EventType[],
  selection: EventSelection,
): readonly Document[] => [
  { $match: { of: { $in: [...keys] }, type: { $in: [...types] }, ...timesOf(account, selection) } },
  { $sort: { time: -1, _id: -1 } },
  { $limit: selection.limit },
  { $project: { time: 1, body: 1 } },
];

/** The events of one umid, newest first, as part of a transaction. */
export const eventsWithin = async (
  { database, options }: Transaction,
  account: AccountName,
  umid: Umid,
  selection: Omit<EventSelection, 'umids' | 'types'>,
): Promise<readonly TrackedEvent[]> => {
  const stages = stagesOf(account, [accountKey(account, umid)], EVENT_TYPES, { ...selection, umids: [umid] });
  const rows = await database
    .collection<EventDocument>(COLLECTIONS.events)
    .aggregate<EventDocument>([...stages], { ...options(), batchSize: selection.limit + 1 })
    .toArray();
  return rows.map(({ body }) => JSON.parse(body) as TrackedEvent);
};

/** Of the events at the very time of the cursor, those before it are passed over; an `$or` would be sorted in memory. */
const timesOf = (account: AccountName, { from, to, receivedFrom, after }: EventSelection): Document => {
  const time = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(to === undefined ? {} : { $lt: to }),
    ...(after === undefined ? {} : { $lte: after.time }),
  };
  return {
    ...(Object.keys(time).length === 0 ? {} : { time }),
    ...(receivedFrom === undefined ? {} : { receivedAt: { $gte: new Date(receivedFrom) } }),
    ...(after === undefined
      ? {}
      : { $nor: [{ time: after.time, _id: { $gte: accountKey(account, after.id) } }] }),
  };
};
