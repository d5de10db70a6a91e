import { ALL_RANGES } from '@kith/domain/identity';
import type { OutboxLeases, OutboxTable } from '@kith/ports';
import type { Document } from 'mongodb';
import type { Connection } from '../engine/connection.ts';
import type { OutboxOwnersDocument } from '../engine/documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

const TABLE = { _id: 'outbox' } as const;
const NOBODYS = ALL_RANGES.map(() => null);

/**
 * Members and owners are one document, and each renewal or move of ranges one update of it. Whoever comes back to life
 * makes another version of it, so that nobody takes its ranges on the word of a moment ago. All times are of the server's
 * clock.
 */
export const createOutboxLeases = (connection: Connection): OutboxLeases => {
  const tables = connection.database.collection<OutboxOwnersDocument>(COLLECTIONS.turns);
  return {
    renew: (deadline, member, forMs) =>
      connection.call(deadline, async ({ maxTimeMS }) => {
        const options = { upsert: true, returnDocument: 'after', maxTimeMS } as const;
        return tableIn((await tables.findOneAndUpdate(TABLE, [renewal(member, forMs)], options))!);
      }),
    // Members are left as they are: some may have renewed since.
    assign: (deadline, { version }, owners) =>
      connection.call(deadline, async ({ maxTimeMS }) => {
        const change = { $set: { version: version + 1, owners } };
        return (await tables.updateOne({ ...TABLE, version }, change, { maxTimeMS })).matchedCount === 1;
      }),
    leave: (deadline, member) =>
      connection.call(deadline, async ({ maxTimeMS }) => {
        await tables.updateOne(TABLE, [departure(member)], { maxTimeMS });
      }),
  };
};

/** How long ago somebody must have died to be forgotten, in milliseconds. */
const FORGOTTEN_MS = 60_000;
const MEMBERS = { $ifNull: ['$members', []] };
const VERSION = { $ifNull: ['$version', 0] };

const others = (member: string): Document => ({
  $filter: {
    input: MEMBERS,
    cond: {
      $and: [
        { $ne: ['$$this.id', member] },
        { $gt: ['$$this.until', { $subtract: ['$$NOW', FORGOTTEN_MS] }] },
      ],
    },
  },
});

const isLiving = (member: string): Document => ({
  $anyElementTrue: {
    $map: {
      input: MEMBERS,
      in: { $and: [{ $eq: ['$$this.id', member] }, { $gt: ['$$this.until', '$$NOW'] }] },
    },
  },
});

const renewal = (member: string, forMs: number): Document => ({
  $set: {
    version: { $add: [VERSION, { $cond: [isLiving(member), 0, 1] }] },
    now: '$$NOW',
    members: { $concatArrays: [others(member), [{ id: member, until: { $add: ['$$NOW', forMs] } }]] },
    owners: { $ifNull: ['$owners', NOBODYS] },
  },
});

const departure = (member: string): Document => ({
  $set: {
    version: { $add: [VERSION, 1] },
    members: others(member),
    owners: { $map: { input: '$owners', in: { $cond: [{ $eq: ['$$this', member] }, null, '$$this'] } } },
  },
});

const tableIn = ({ version, now, members, owners }: OutboxOwnersDocument): OutboxTable => ({
  version,
  now: now.getTime(),
  members: members.map(({ id, until }) => ({ id, until: until.getTime() })),
  owners,
});
