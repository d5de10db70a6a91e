import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { ChainSelection, PersonDetails, Scope, SeenDevice } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import { chainKeys, standingEntry } from '../profiles/consent-history.ts';
import type { ConsentDocument, DeviceDocument } from '../engine/documents.ts';
import { lastPart, ownedBy } from '../engine/identity-keys.ts';
import { createActivityReader } from '../profiles/read-activities.ts';
import { createLinkReader } from '../profiles/read-links.ts';
import { readEvents } from '../tracking/read-events.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { unionOf, type Question } from '../engine/union-of.ts';

/** What MongoDB has around profiles. */
export const createPersonDetails = (connection: Connection): PersonDetails => {
  const [readActivities, readLinks] = [createActivityReader(connection), createLinkReader(connection)];
  return {
    activitiesByUmid: ({ account, deadline }, umids) => readActivities(deadline, account, umids),
    linksByUmid: ({ account, deadline }, umids, limit) => readLinks(deadline, account, umids, limit),
    devicesByUmid: (scope, umids, limit) => devicesByUmid(connection, scope, umids, limit),
    eventsOf: (scope, selections) => readEvents(connection, scope, selections),
    async consentOf({ account, deadline }, selections) {
      const questions = selections.map((selection) => newestEntries(account, selection));
      const entries = await unionOf<ConsentDocument>(
        connection,
        deadline,
        COLLECTIONS.consentHistory,
        questions,
      );
      return entries.map((documents) => documents.map(standingEntry));
    },
  };
};

const newestEntries = (account: AccountName, { umid, after, limit }: ChainSelection): Question => ({
  limit,
  stages: [
    { $match: { _id: chainKeys(account, umid, { order: 'newestFirst', after }) } },
    { $sort: { _id: -1 } },
    { $limit: limit },
    { $project: { body: 1 } },
  ],
});

/** The devices bound to one umid, last seen first. */
interface BoundDevices {
  readonly _id: string;
  readonly devices: readonly Pick<DeviceDocument, '_id' | 'lastSeenAt'>[];
}

const devicesByUmid = async (
  connection: Connection,
  { account, deadline }: Scope,
  umids: readonly Umid[],
  limit: number,
): Promise<ReadonlyMap<Umid, readonly SeenDevice[]>> => {
  const output = { _id: '$_id', lastSeenAt: '$lastSeenAt' };
  const sortBy = { lastSeenAt: -1, _id: -1 };
  const bound = await connection.call(deadline, (bounds) =>
    connection.database
      .collection<DeviceDocument>(COLLECTIONS.identity)
      .aggregate<BoundDevices>(
        [
          { $match: { of: { $in: umids.map((umid) => ownedBy(account, 'device', umid)) } } },
          { $group: { _id: '$of', devices: { $topN: { n: limit, sortBy, output } } } },
        ],
        { ...bounds, batchSize: umids.length + 1 },
      )
      .toArray(),
  );
  return new Map(
    bound.map(({ _id, devices }) => [
      lastPart<Umid>(_id),
      devices.map((device) => ({
        umdid: lastPart(device._id),
        lastSeen: device.lastSeenAt.getTime(),
      })),
    ]),
  );
};
