import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  aCommit,
  ampleDeadline,
  anEvent,
  aProfile,
  aRedirect,
  aTrackingCommit,
  fresh,
  manyOf,
  randomAccount,
  randomUmid,
  scopeOf,
  temporaryDirectory,
  trackingWrites,
} from '@kith/testing';
import { open } from 'lmdb';
import { openEnvironment } from '../engine/environment.ts';
import type { StoreKey } from '../engine/keys.ts';
import type { Migration } from '../engine/migration.ts';
import { openEmbeddedStore } from '../open-embedded-store.ts';
import { STORE_MIGRATIONS } from './store-migrations.ts';

/** Takes away what a store did not have before the migration of that name. */
const forgetMigration = async (directory: string, name: string): Promise<void> => {
  const { version } = STORE_MIGRATIONS.find((migration) => migration.name === name)!;
  const root = open(join(directory, 'store'), { maxDbs: 64, noSubdir: false });
  for (const collection of ['personPlaces', 'eventTimes']) root.openDB(collection, {}).clearSync();
  root.openDB<number, StoreKey>('meta', { encoding: 'json' }).putSync(['schemaVersion'], version - 1);
  await root.close();
};

describe('a store of before', () => {
  test('lists its persons and counts its events, of more than one part too', async () => {
    const [directory, account] = [await temporaryDirectory(), randomAccount()];
    const scope = scopeOf(account);
    const openStore = () => openEmbeddedStore({ directory: directory.path, clock: Date.now });
    const profiles = manyOf(5_001, (index) => aProfile({ createdAt: index }));
    const redirect = aRedirect(randomUmid(), profiles[0]!.umid);
    const events = manyOf(5_002, (index) => anEvent({ time: index }));
    const before = await openStore();
    await before.profiles.commit(scope, aCommit({ profiles: [...profiles, redirect].map(fresh) }));
    const writes = new Map([[account, trackingWrites({ events })]]);
    await before.tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    await before.close();
    await forgetMigration(directory.path, 'what analysts read');

    const after = await openStore();
    const selection = { by: 'created', order: 'oldestFirst', limit: 10_000 } as const;
    expect(await after.catalogue.persons(scope, selection)).toEqual(profiles);
    const span = { from: 0, to: 10_000 };
    const question = { span, granularity: 'total', groupBy: [], limit: 1 } as const;
    expect(await after.statistics.countEvents(scope, question)).toEqual([{ start: 0, events: 5_002 }]);
    await after.close();
    await directory.remove();
  });
});

describe('a migration in parts', () => {
  test('that was cut off goes on behind the last part, and is done once', async () => {
    const directory = await temporaryDirectory();
    const begun: (StoreKey | null)[] = [];
    const migrationTo = (end: number): Migration => ({
      version: 1,
      name: 'in parts',
      migratePart: (_root, behind) => {
        begun.push(behind);
        const part = Number(behind?.[0] ?? 0) + 1;
        if (part > end) throw new Error('the power is gone');
        return part === 4 ? null : [part];
      },
    });
    await expect(openEnvironment(directory.path, [migrationTo(2)])).rejects.toThrow('the power is gone');
    await (await openEnvironment(directory.path, [migrationTo(4)])).close();
    await (await openEnvironment(directory.path, [migrationTo(4)])).close();
    expect(begun).toEqual([null, [1], [2], [2], [3]]);
    await directory.remove();
  });
});
