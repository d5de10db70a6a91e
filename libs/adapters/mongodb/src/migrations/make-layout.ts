import type { Db, IndexDescription } from 'mongodb';
import { makeCollection } from '../engine/migration.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

const where = (member: string) => ({ partialFilterExpression: { [member]: { $exists: true } } });

/**
 * The indexes of the identity collection; each has the documents of those kinds alone that have its member. A new
 * customer's login writes into five of them: two of the profile, one of the device, one for each of two identifiers.
 */
export const IDENTITY_INDEXES: readonly IndexDescription[] = [
  // Living profiles, as analysts list them.
  { name: 'byCreation', key: { account: 1, state: 1, source: 1, created: 1 }, ...where('state') },
  { name: 'byChange', key: { account: 1, state: 1, source: 1, changed: 1 }, ...where('state') },
  // Visitors that may expire.
  { name: 'longestIdle', key: { account: 1, idleSince: 1 }, ...where('idleSince') },
  // Devices, identifiers and holdings of a umid.
  { name: 'ownedBy', key: { of: 1 }, ...where('of') },
  // Holders of a shared identifier, links of a profile.
  { name: 'mostRecent', key: { around: 1, lastSeen: -1, _id: -1 }, ...where('around') },
];

const expiring: IndexDescription = { name: 'expired', key: { expiresAt: 1 }, expireAfterSeconds: 0 };
const owned: IndexDescription = {
  name: 'ownedBy',
  key: { owner: 1 },
  partialFilterExpression: { owner: { $exists: true } },
};

/** The indexes of version 7; what is not named here is found by `_id` alone. */
const INDEXES: Partial<Record<keyof typeof COLLECTIONS, readonly IndexDescription[]>> = {
  identity: IDENTITY_INDEXES,
  events: [
    { name: 'newestEventsByType', key: { of: 1, type: 1, time: -1, _id: -1 } },
    { name: 'counted', key: { account: 1, time: 1, type: 1, pipeline: 1, name: 1 } },
    { name: 'firstReceived', key: { account: 1, receivedAt: 1 } },
  ],
  outbox: [
    { name: 'oldestChanges', key: { position: 1, at: 1, _id: 1 } },
    { name: 'ownedBy', key: { of: 1 } },
  ],
  deadLetters: [
    { name: 'byAccount', key: { account: 1, _id: 1 } },
    { name: 'ownedBy', key: { umid: 1, _id: 1 } },
    { name: 'firstBuried', key: { buriedAt: 1 } },
    expiring,
  ],
  replays: [expiring],
  deliveryParcels: [owned],
  deliveryLanes: [{ name: 'firstDue', key: { of: 1, dueAt: 1, _id: 1 } }, owned],
  deliveryFailures: [{ name: 'firstFailed', key: { of: 1, place: 1 } }, owned],
};

/** Makes the layout of version 7 in a database that has none: the collections of the versions before never are there. */
export const makeLayout = async (database: Db): Promise<void> => {
  for (const name of COLLECTION_NAMES) await makeCollection(database, COLLECTIONS[name], INDEXES[name]);
};

const COLLECTION_NAMES = Object.keys(COLLECTIONS) as readonly (keyof typeof COLLECTIONS)[];
