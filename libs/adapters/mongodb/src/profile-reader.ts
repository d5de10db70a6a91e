import type { AccountName } from '@kith/domain/pipeline';
import type { Link, Umid } from '@kith/domain/identity';
import type { Activity } from '@kith/domain/tracking';
import type { Deadline, ProfileReader } from '@kith/ports';
import type { Connection } from './connection.ts';
import type { ActivityDocument, LinkDocument } from './documents.ts';
import { accountKey } from './keys.ts';
import { loadQuestion } from './load-pipeline.ts';
import { loadedFrom } from './load-profiles.ts';
import type { LoadReply } from './load-profiles.ts';
import { COLLECTIONS } from './store-collections.ts';

/** Reads profiles; each look is one round trip. */
export const createProfileReader = (connection: Connection): ProfileReader => ({
  async load({ account, deadline }, wanted) {
    const question = loadQuestion(account, wanted);
    if (question === null)
      return connection.call(deadline, async () => loadedFrom(account, wanted, undefined));
    const [reply] = await connection.call(deadline, (bounds) =>
      connection.database
        .collection(question.collection)
        // A snapshot of what a majority has: of one moment, with everything in it that was ever acknowledged.
        .aggregate<LoadReply>(question.pipeline, { ...bounds, readConcern: { level: 'snapshot' } })
        .toArray(),
    );
    return loadedFrom(account, wanted, reply);
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

const linkFrom = ({ umids, why, lastSeen }: LinkDocument): Link => ({
  umids: [umids[0] as Umid, umids[1] as Umid],
  why: why as Link['why'],
  lastSeen,
});
