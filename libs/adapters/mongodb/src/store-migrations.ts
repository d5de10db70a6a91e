import { makeCollection } from './migration.ts';
import type { Migration } from './migration.ts';
import { noteBoundDevices } from './note-bound-devices.ts';
import { COLLECTIONS } from './store-collections.ts';

/**
 * How the store came to its present layout. A released migration is never changed. Request paths look up `_id`, or one
 * of the indexes here by its first member; what has no index here is found by `_id` alone.
 */
export const STORE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first layout',
    migrate: async (database) => {
      const { profiles, identifiers, devices, activity, consentHistory, offsets, counters } = COLLECTIONS;
      for (const name of [profiles, identifiers, devices, activity, consentHistory, offsets, counters]) {
        await makeCollection(database, name);
      }
      await makeCollection(database, COLLECTIONS.holders, [
        { name: 'recentHolders', key: { of: 1, lastSeen: -1, holder: -1 } },
      ]);
      await makeCollection(database, COLLECTIONS.links, [
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
      const { suppressions, erasures, audit, auditHeads } = COLLECTIONS;
      for (const name of [suppressions, erasures, audit, auditHeads]) await makeCollection(database, name);
      await noteBoundDevices(database);
      const owners = { devices: 'bound', identifiers: 'target', holders: 'holder', outbox: 'of' } as const;
      for (const [name, member] of Object.entries(owners)) {
        await makeCollection(database, name, [{ name: 'ownedBy', key: { [member]: 1 } }]);
      }
    },
  },
];
