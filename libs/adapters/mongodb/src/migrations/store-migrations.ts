import { dropIndex, makeCollection, refuseOthers, type Migration } from '../engine/migration.ts';
import type { Layouts } from '../engine/open-database.ts';
import { noteBoundDevices } from './note-bound-devices.ts';
import { noteReadMembers } from './note-read-members.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { FORMER_COLLECTIONS } from './former-collections.ts';
import { makeLayout } from './make-layout.ts';
import { noteIdleVisitors } from './note-idle-visitors.ts';
import { putBackQueues } from './put-back-queues.ts';
import { takeOverIdentity } from './take-over-identity.ts';

/**
 * How the store came to its present layout. A released migration is never changed. Request paths look up `_id`, or one
 * of the indexes here by its first member; what has no index here is found by `_id` alone. 1 to 9 are of the time before
 * programs registered: older ones had to be stopped first.
 */
export const STORE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first layout',
    migrate: async (database) => {
      const { profiles, identifiers, devices } = FORMER_COLLECTIONS;
      const { activity, consentHistory, offsets, counters } = COLLECTIONS;
      for (const name of [profiles, identifiers, devices, activity, consentHistory, offsets, counters]) {
        await makeCollection(database, name);
      }
      await makeCollection(database, FORMER_COLLECTIONS.holders, [
        { name: 'recentHolders', key: { of: 1, lastSeen: -1, holder: -1 } },
      ]);
      await makeCollection(database, FORMER_COLLECTIONS.links, [
        { name: 'recentLinks', key: { of: 1, lastSeen: -1, _id: -1 } },
      ]);
      await makeCollection(database, COLLECTIONS.events, [
        { name: 'newestEvents', key: { of: 1, time: -1, _id: -1 } },
        {
          name: 'expiredEvents',
          key: { expiresAt: 1 },
          expireAfterSeconds: 0,
          partialFilterExpression: { expiresAt: { $exists: true } },
        },
      ]);
      await makeCollection(database, COLLECTIONS.outbox, [
        { name: 'oldestChanges', key: { position: 1, at: 1, _id: 1 } },
      ]);
    },
  },
  {
    version: 2,
    name: 'who owns what',
    migrate: async (database) => {
      const { erasures, audit, auditHeads } = COLLECTIONS;
      const { suppressions } = FORMER_COLLECTIONS;
      for (const name of [suppressions, erasures, audit, auditHeads]) await makeCollection(database, name);
      await noteBoundDevices(database);
      const owners = { devices: 'bound', identifiers: 'target', holders: 'holder', outbox: 'of' } as const;
      for (const [name, member] of Object.entries(owners)) {
        await makeCollection(database, name, [{ name: 'ownedBy', key: { [member]: 1 } }]);
      }
    },
  },
  {
    version: 3,
    name: 'what analysts read',
    migrate: async (database) => {
      await noteReadMembers(database);
      const living = { partialFilterExpression: { state: { $exists: true } } };
      await makeCollection(database, FORMER_COLLECTIONS.profiles, [
        { name: 'byCreation', key: { account: 1, state: 1, source: 1, created: 1 }, ...living },
        { name: 'byChange', key: { account: 1, state: 1, source: 1, changed: 1 }, ...living },
      ]);
      await makeCollection(database, COLLECTIONS.events, [
        { name: 'newestEventsByType', key: { of: 1, type: 1, time: -1, _id: -1 } },
        { name: 'counted', key: { account: 1, time: 1, type: 1, pipeline: 1, name: 1 } },
      ]);
      await dropIndex(database, COLLECTIONS.events, 'newestEvents');
    },
  },
  {
    version: 4,
    name: 'what expires when',
    migrate: async (database) => {
      await noteIdleVisitors(database);
      await makeCollection(database, COLLECTIONS.turns);
      await makeCollection(database, FORMER_COLLECTIONS.profiles, [
        {
          name: 'longestIdle',
          key: { account: 1, idleSince: 1 },
          partialFilterExpression: { idleSince: { $exists: true } },
        },
      ]);
      await makeCollection(database, COLLECTIONS.events, [
        { name: 'firstReceived', key: { account: 1, receivedAt: 1 } },
      ]);
      await dropIndex(database, COLLECTIONS.events, 'expiredEvents');
    },
  },
  {
    version: 5,
    name: 'dead letters',
    migrate: async (database) => {
      const expiring = { name: 'expired', key: { expiresAt: 1 }, expireAfterSeconds: 0 };
      await makeCollection(database, COLLECTIONS.deadLetters, [
        { name: 'byAccount', key: { account: 1, _id: 1 } },
        { name: 'ownedBy', key: { umid: 1, _id: 1 } },
        { name: 'firstBuried', key: { buriedAt: 1 } },
        expiring,
      ]);
      await makeCollection(database, COLLECTIONS.replays, [expiring]);
    },
  },
  {
    version: 6,
    name: 'destinations',
    migrate: async (database) => {
      const { destinations, deliveryPositions, deliveryLanes, deliveryParcels, given } = COLLECTIONS;
      for (const name of [destinations, deliveryPositions, given]) await makeCollection(database, name);
      const owned = {
        name: 'ownedBy',
        key: { owner: 1 },
        partialFilterExpression: { owner: { $exists: true } },
      };
      await makeCollection(database, deliveryParcels, [owned]);
      await makeCollection(database, deliveryLanes, [
        { name: 'firstDue', key: { of: 1, dueAt: 1, _id: 1 } },
        owned,
      ]);
      await makeCollection(database, COLLECTIONS.deliveryFailures, [
        { name: 'firstFailed', key: { of: 1, place: 1 } },
        owned,
      ]);
    },
  },
  {
    version: 7,
    name: 'identity in one collection',
    migrate: takeOverIdentity,
    begin: makeLayout,
  },
  {
    version: 8,
    name: 'changes leave in the order of their stamps',
    migrate: async (database) => {
      await makeCollection(database, COLLECTIONS.outbox, [
        { name: 'earliestChanges', key: { at: 1, _id: 1 } },
      ]);
      await dropIndex(database, COLLECTIONS.outbox, 'oldestChanges');
    },
  },
  {
    version: 9,
    name: 'deliveries that have lost their queue',
    migrate: putBackQueues,
  },
  {
    version: 10,
    name: 'changes by ranges of buckets',
    expand: async (database) => {
      await makeCollection(database, COLLECTIONS.outbox, [
        { name: 'earliestOfRange', key: { range: 1, at: 1, _id: 1 } },
      ]);
    },
    // Rows that are left of before are published, and taken apart, as they are.
    contract: async (database) => {
      await refuseOthers(database, COLLECTIONS.outbox, { range: { $exists: true } }, 'moderate');
      await dropIndex(database, COLLECTIONS.outbox, 'earliestChanges');
    },
  },
];

/** Programs of this release need all of it. */
export const STORE_LAYOUTS: Layouts = { migrations: STORE_MIGRATIONS, minLayout: 10 };
