import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Activity } from '@kith/domain/tracking';
import type { Deadline } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { ActivityDocument } from '../engine/documents.ts';
import { findByKeys } from '../engine/find-by-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** The activity under each of the umids that has any. */
export type ReadActivities = (
  deadline: Deadline,
  account: AccountName,
  umids: readonly Umid[],
) => Promise<ReadonlyMap<Umid, Activity>>;

/** Reads activities, those of one turn of the event loop at once. */
export const createActivityReader = (connection: Connection): ReadActivities => {
  const find = findByKeys<ActivityDocument>(connection, COLLECTIONS.activity, { body: 1 });
  return async (deadline, account, umids) => {
    const keys = umids.map((umid) => accountKey(account, umid));
    const documents = await find(deadline, keys);
    return new Map(
      umids.flatMap((umid, index): [Umid, Activity][] => {
        const body = documents[index]?.body;
        return body === undefined ? [] : [[umid, JSON.parse(body) as Activity]];
      }),
    );
  };
};
