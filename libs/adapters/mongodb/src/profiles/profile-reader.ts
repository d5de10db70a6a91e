import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Activity } from '@kith/domain/tracking';
import { loadThrough, type Deadline, type ProfileReader, type ProfileStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { ActivityDocument, LinkDocument } from '../engine/documents.ts';
import { linkFrom } from '../engine/identity-documents.ts';
import { linksAround } from '../engine/identity-keys.ts';
import { accountKey } from '../engine/keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { lookIn } from './look.ts';

/** Reads profiles; `leaveShortcuts` is told of redirects that could be shorter. */
export const createProfileReader = (
  connection: Connection,
  leaveShortcuts: ProfileStore['leaveShortcuts'] = async () => undefined,
): ProfileReader => ({
  async load(scope, wanted) {
    const { loaded, detours } = await loadThrough(lookIn(connection), scope, wanted);
    if (detours.length > 0) await leaveShortcuts(scope, detours);
    return loaded;
  },
  async activities({ account, deadline }, umids) {
    const found = await activitiesOf(connection, deadline, account, umids);
    return umids.flatMap((umid) => found.get(umid) ?? []);
  },
  async links({ account, deadline }, umid, limit) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<LinkDocument>(COLLECTIONS.identity)
        .find({ around: linksAround(account, umid) }, { ...bounds, batchSize: limit + 1 })
        .sort({ lastSeen: -1, _id: -1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(linkFrom);
  },
});

/** The activity under each of the umids that has any. */
export const activitiesOf = async (
  connection: Connection,
  deadline: Deadline,
  account: AccountName,
  umids: readonly Umid[],
): Promise<ReadonlyMap<Umid, Activity>> => {
  const keys = umids.map((umid) => accountKey(account, umid));
  const documents = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<ActivityDocument>(COLLECTIONS.activity)
      .find({ _id: { $in: keys } }, { ...bounds, projection: { body: 1 }, batchSize: keys.length + 1 })
      .toArray(),
  );
  const byKey = new Map(documents.map(({ _id, body }) => [_id, JSON.parse(body) as Activity]));
  return new Map(
    umids.flatMap((umid): [Umid, Activity][] => {
      const activity = byKey.get(accountKey(account, umid));
      return activity === undefined ? [] : [[umid, activity]];
    }),
  );
};
