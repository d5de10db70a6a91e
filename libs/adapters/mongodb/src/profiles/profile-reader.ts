import type { AccountName } from '@kith/domain/pipeline';
import type { Link, Umid } from '@kith/domain/identity';
import type { Activity } from '@kith/domain/tracking';
import type { Deadline, ProfileReader, Scope, Wanted } from '@kith/ports';
import { askForProfiles, type Detours, type Look } from './ask-for-profiles.ts';
import type { Connection } from '../engine/connection.ts';
import type { ActivityDocument, LinkDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';
import { loadedFrom, strayedFrom } from './load-profiles.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** Told of redirects that could be shorter. */
export type TakeDetours = (scope: Scope, detours: readonly Detours[]) => Promise<void>;

/** Reads profiles; each look is one round trip. */
export const createProfileReader = (
  connection: Connection,
  takeDetours: TakeDetours = async () => undefined,
): ProfileReader => ({
  async load(scope, wanted) {
    const { reply, detours } = await lookUp(connection, scope, wanted);
    if (detours.length > 0) await takeDetours(scope, detours);
    return loadedFrom(scope.account, wanted, reply);
  },
  async activities({ account, deadline }, umids) {
    const found = await activitiesOf(connection, deadline, account, umids);
    return umids.flatMap((umid) => found.get(umid) ?? []);
  },
  async links({ account, deadline }, umid, limit) {
    const documents = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<LinkDocument>(COLLECTIONS.links)
        .find({ of: accountKey(account, umid) }, { ...bounds, batchSize: limit + 1 })
        .sort({ lastSeen: -1, _id: -1 })
        .limit(limit)
        .toArray(),
    );
    return documents.map(linkFrom);
  },
});

const lookUp = async (connection: Connection, scope: Scope, wanted: Wanted): Promise<Look> => {
  const look = await askForProfiles(connection, scope, wanted);
  const strayed = strayedFrom(scope.account, look.reply);
  if (strayed === null) return look;
  // Everything once more: what is loaded is of one moment.
  return askForProfiles(connection, scope, { ...wanted, umids: [...(wanted.umids ?? []), strayed] });
};

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

/** The link that one of its ends holds. */
export const linkFrom = ({ umids, why, lastSeen }: LinkDocument): Link => ({
  umids: [umids[0] as Umid, umids[1] as Umid],
  why: why as Link['why'],
  lastSeen,
});
