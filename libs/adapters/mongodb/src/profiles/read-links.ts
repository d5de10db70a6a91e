import type { Link, Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Deadline } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { LinkDocument } from '../engine/documents.ts';
import { gathered, type AskAll } from '../engine/gathered.ts';
import { linkFrom } from '../engine/identity-documents.ts';
import { linksAround } from '../engine/identity-keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** The links of each umid that has any, most recent first, at most so many of each. */
export type ReadLinks = (
  deadline: Deadline,
  account: AccountName,
  umids: readonly Umid[],
  limit: number,
) => Promise<ReadonlyMap<Umid, readonly Link[]>>;

/** An end of links, and how many of the newest are wanted. */
interface End {
  readonly around: string;
  readonly limit: number;
}

/** Of more ends than these the server sorts the links itself, in place of merging what its index has in order. */
const MAX_ENDS = 100;

/** Reads links, those of one turn of the event loop at once. */
export const createLinkReader = (connection: Connection): ReadLinks => {
  const linksOf = gathered(linksAt(connection), { sizeOf: () => 1, maxSize: MAX_ENDS });
  return async (deadline, account, umids, limit) => {
    const found = await linksOf(
      deadline,
      umids.map((umid) => ({ around: linksAround(account, umid), limit })),
    );
    return new Map(
      umids.flatMap((umid, index): [Umid, readonly Link[]][] =>
        found[index]!.length === 0 ? [] : [[umid, found[index]!.map(linkFrom)]],
      ),
    );
  };
};

/** A `find` for all ends cannot bound the links of each: an end whose list another one has cut is asked for alone. */
const linksAt =
  (connection: Connection): AskAll<End, readonly LinkDocument[]> =>
  async (deadline, ends) => {
    const keys = [...new Set(ends.map(({ around }) => around))];
    const each = Math.max(...ends.map(({ limit }) => limit));
    const newest = await newestLinks(connection, deadline, keys, keys.length * each);
    const isCut = newest.length === keys.length * each;
    const lists = await Promise.all(
      keys.map(async (key): Promise<[string, readonly LinkDocument[]]> => {
        const list = newest.filter(({ around }) => around === key);
        const isWhole = !isCut || list.length >= each;
        return [key, isWhole ? list : await newestLinks(connection, deadline, [key], each)];
      }),
    );
    const byKey = new Map(lists);
    return ends.map(({ around, limit }) => (byKey.get(around) ?? []).slice(0, limit));
  };

const newestLinks = (
  { call, database }: Connection,
  deadline: Deadline,
  keys: readonly string[],
  limit: number,
): Promise<readonly LinkDocument[]> =>
  call(deadline, (bounds) =>
    database
      .collection<LinkDocument>(COLLECTIONS.identity)
      .find({ around: { $in: [...keys] } }, { ...bounds, batchSize: limit + 1 })
      .sort({ lastSeen: -1, _id: -1 })
      .limit(limit)
      .toArray(),
  );
