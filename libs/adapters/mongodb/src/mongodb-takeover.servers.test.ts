import { afterAll, describe, expect, test } from 'vitest';
import type { Umid } from '@kith/domain/identity';
import {
  aDevice,
  aLink,
  anIdentifier,
  aProfile,
  aRedirect,
  aSuppression,
  BUILT_AT,
  manyOf,
  randomAccount,
  scopeOf,
} from '@kith/testing';
import { MongoClient, type CollectionInfo, type Db } from 'mongodb';
import { databaseUnderTest, type DatabaseUnderTest } from './engine/database-under-test.fake.ts';
import type { Migration, MigrationProgress, Replacement, TellProgress } from './engine/migration.ts';
import { FORMER_COLLECTIONS } from './migrations/former-collections.ts';
import { writeFormer, type FormerData } from './migrations/former-documents.fake.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';
import { openMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

const TAKING_OVER = 7;
const before = STORE_MIGRATIONS.filter(({ version }) => version < TAKING_OVER);
const takingOver = STORE_MIGRATIONS.find(({ version }) => version === TAKING_OVER) as Replacement;

const used: DatabaseUnderTest[] = [];
const freshDatabase = (): DatabaseUnderTest => {
  used.push(databaseUnderTest());
  return used.at(-1)!;
};
afterAll(() => Promise.all(used.map(({ drop }) => drop())));

const within = async <T>(place: DatabaseUnderTest, work: (database: Db) => Promise<T>): Promise<T> => {
  const client = new MongoClient(place.uri);
  try {
    return await work(client.db(place.database));
  } finally {
    await client.close();
  }
};

const openWith = (place: DatabaseUnderTest, migrations: readonly Migration[]): Promise<MongodbStore> =>
  openMongodbStore({ ...place, migrations });

/** A database of the layout before, with these data in two accounts, one of which is called like keys of the other. */
const formerDatabase = async (data: FormerData) => {
  const [place, account] = [freshDatabase(), randomAccount()];
  const accounts = [account, `${account}:p`];
  await (await openWith(place, before)).close();
  await within(place, async (database) => {
    for (const one of accounts) await writeFormer(database, one, data);
  });
  return { place, accounts };
};

/** Something of every kind, and more of one kind than is copied at once. */
const everything = () => {
  const living = aProfile({ state: 'customer' });
  const visitor = aProfile();
  const loser = aProfile({ version: 4 });
  const journal = { loser, survivorBefore: living, mergedAt: 5, permissions: {}, displaced: [] };
  const redirect = aRedirect(loser.umid, living.umid, { version: 5, journal });
  const device = aDevice({ umid: living.umid, trail: [{ umid: loser.umid, identifiedBy: 0 }] });
  const [login, line] = [anIdentifier(), anIdentifier({ name: 'mt2' })];
  const link = aLink(living.umid, visitor.umid);
  const suppression = aSuppression();
  const crowd = manyOf(2_500, () => ({ ...anIdentifier(), umid: visitor.umid }));
  const data: FormerData = {
    profiles: [living, visitor, redirect],
    devices: [device, aDevice({ umid: visitor.umid })],
    identifiers: [{ ...login, umid: loser.umid }, ...crowd],
    holders: [{ ...line, umid: living.umid, lastSeen: 3 }],
    links: [link],
    suppressions: [suppression],
  };
  return { data, living, visitor, redirect, device, login, line, link, suppression, crowd };
};

type Everything = ReturnType<typeof everything>;

const expectEverything = async (store: MongodbStore, account: string, all: Everything): Promise<void> => {
  const { living, visitor, redirect, device, login, line, link, suppression, crowd } = all;
  const scope = scopeOf(account);
  const { profiles, privacy, details, catalogue, consentHistory, expiry } = store;
  const loaded = await profiles.load(scope, {
    umdid: device.umdid,
    umids: [redirect.umid, visitor.umid],
    identifiers: [login, crowd.at(-1)!],
    shared: [line],
    suppressions: [suppression.key],
  });
  expect(loaded).toMatchObject({ device, profiles: [{ profile: living }, { profile: visitor }] });
  expect(loaded.owners).toEqual([
    { ...login, storedUmid: redirect.umid, profile: living },
    { name: crowd.at(-1)!.name, value: crowd.at(-1)!.value, storedUmid: visitor.umid, profile: visitor },
  ]);
  expect(loaded.holders).toEqual([{ ...line, umids: [living.umid] }]);
  expect(loaded.suppressions).toEqual([suppression]);
  expect(await profiles.stored(scope, redirect.umid)).toEqual(redirect);
  for (const umid of [living.umid, visitor.umid])
    expect(await profiles.links(scope, umid, 9)).toEqual([link]);
  expect(await privacy.suppressed(scope, [suppression.key])).toEqual([suppression]);
  const devices = await details.devicesByUmid(scope, [redirect.umid], 9);
  expect(devices.get(redirect.umid)).toEqual([{ umdid: device.umdid, lastSeen: device.lastSeen }]);
  const listed = await catalogue.persons(scope, { by: 'created', order: 'newestFirst', limit: 9 });
  expect(umidsOf(listed)).toEqual(umidsOf([living, visitor]));
  expect(umidsOf(await consentHistory.profiles(scope, null, 9))).toEqual(
    umidsOf([living, visitor, redirect]),
  );
  const idle = await expiry.idleVisitors(scope, BUILT_AT + 1, 9);
  expect(idle.map(({ profile }) => profile)).toEqual([visitor]);
};

const umidsOf = (some: readonly { readonly umid: Umid }[]): readonly Umid[] =>
  some.map(({ umid }) => umid).toSorted();

const expectAllTaken = async (place: DatabaseUnderTest, accounts: readonly string[], all: Everything) => {
  const store = await openMongodbStore(place);
  for (const account of accounts) await expectEverything(store, account, all);
  await store.close();
  expect(await formerIn(place)).toEqual([]);
};

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The former collections that still take something. */
const formerIn = (place: DatabaseUnderTest): Promise<readonly string[]> =>
  within(place, async (database) => {
    const collections = await database.listCollections<CollectionInfo>().toArray();
    const open = collections.filter(({ options }) => !isEqual(options?.['validator'], { $expr: false }));
    return open.map(({ name }) => name).filter((name) => name in FORMER_COLLECTIONS);
  });

/** The way to the layout, where `tell` hears what has been copied: to throw there is like a kill at that moment. */
const watchedBy = (tell: (database: Db) => TellProgress): readonly Migration[] => [
  ...before,
  { ...takingOver, migrate: (database) => takingOver.migrate(database, tell(database)) },
];

describe('a database of six collections', () => {
  test('is taken over with everything in it, and told how far that is', async () => {
    const all = everything();
    const { place, accounts } = await formerDatabase(all.data);
    const told: MigrationProgress[] = [];
    await (await openMongodbStore({ ...place, onProgress: (progress) => told.push(progress) })).close();
    const count = 2 * (3 + 2 + 2_501 + 1 + 2 + 1);
    expect(told.at(-1)).toEqual({ version: 7, name: takingOver.name, done: count, of: count });
    expect(told[0]!.done).toBeLessThan(count);
    await expectAllTaken(place, accounts, all);
  });

  test('takes nothing of a program of before any more, and tells it so', async () => {
    const { place, accounts } = await formerDatabase(everything().data);
    await (await openMongodbStore(place)).close();
    const { data } = everything();
    for (const kind of Object.keys(data) as (keyof FormerData)[]) {
      const late = within(place, (database) => writeFormer(database, accounts[0]!, { [kind]: data[kind] }));
      await expect(late).rejects.toThrow('Document failed validation');
    }
    await within(place, async (database) => {
      for (const name of Object.values(FORMER_COLLECTIONS)) {
        const upsert = { $set: { version: 2 } };
        const late = database.collection(name).updateOne({ version: 1 }, upsert, { upsert: true });
        await expect(late).rejects.toThrow('Document failed validation');
        expect(await database.collection(name).countDocuments()).toBe(0);
      }
    });
  });

  test('is taken over all the same where that was killed in the middle, and data has changed since', async () => {
    const all = everything();
    const { place, accounts } = await formerDatabase(all.data);
    const [gone, come] = [aProfile(), aProfile()];
    await within(place, (database) => writeFormer(database, accounts[0]!, { profiles: [gone] }));
    for (const at of [1, 2, 5]) {
      let parts = 0;
      const killed = watchedBy(() => () => {
        parts += 1;
        if (parts === at) throw new Error('killed');
      });
      await expect(openWith(place, killed)).rejects.toThrow('killed');
      expect(await formerIn(place)).toHaveLength(6);
    }
    await within(place, async (database) => {
      await database
        .collection<{ _id: string }>('profiles')
        .deleteOne({ _id: `${accounts[0]}:${gone.umid}` });
      await writeFormer(database, accounts[0]!, { suppressions: [aSuppression()] });
      await writeFormer(database, accounts[1]!.replace(':p', ':other'), { profiles: [come] });
    });
    await expectAllTaken(place, accounts, all);
    const store = await openMongodbStore(place);
    expect(await store.profiles.stored(scopeOf(accounts[0]!), gone.umid)).toBeNull();
    expect(await store.profiles.stored(scopeOf(`${accounts[0]}:other`), come.umid)).toEqual(come);
    await store.close();
  });

  test('loses nothing where that was killed while the six were removed', async () => {
    const all = everything();
    const { place, accounts } = await formerDatabase(all.data);
    await (await openMongodbStore(place)).close();
    await within(place, async (database) => {
      await database.collection('links').drop();
      await database.collection('links').insertOne({ left: true });
      const schema = database.collection<{ _id: string }>('schema');
      await schema.replaceOne({ _id: 'schema' }, { version: TAKING_OVER - 1 });
    });
    await expectAllTaken(place, accounts, all);
  });

  test('removes nothing that came while it copied: it begins anew', async () => {
    const all = everything();
    const { place, accounts } = await formerDatabase(all.data);
    const late = aProfile();
    const writes: Promise<void>[] = [];
    // A process of the program before brings a profile when profiles have been copied.
    const disturbed = watchedBy((database) => () => {
      if (writes.length === 0) writes.push(writeFormer(database, accounts[0]!, { profiles: [late] }));
    });
    await expect(openWith(place, disturbed)).rejects.toThrow('somebody else writes');
    await Promise.all(writes);
    expect(await formerIn(place)).toHaveLength(6);
    const store = await openMongodbStore(place);
    expect(await store.profiles.stored(scopeOf(accounts[0]!), late.umid)).toEqual(late);
    await store.close();
  });
});

const withoutBegin = ({ begin: _, ...step }: Replacement): Replacement => step;

describe('a database of nothing', () => {
  test('begins with the layout that the migrations lead to', async () => {
    const [begun, led] = [freshDatabase(), freshDatabase()];
    await (await openMongodbStore(begun)).close();
    await (
      await openWith(
        led,
        STORE_MIGRATIONS.map((step) => ('begin' in step ? withoutBegin(step) : step)),
      )
    ).close();
    expect(await layoutOf(begun)).toEqual(await layoutOf(led));
  });
});

const layoutOf = (place: DatabaseUnderTest) =>
  within(place, async (database) => {
    const found = (await database.listCollections().toArray()).map(({ name }) => name);
    const names = found.filter((name) => !(name in FORMER_COLLECTIONS)).toSorted();
    const indexes = await Promise.all(names.map((name) => database.collection(name).indexes()));
    return names.map((name, at) => [name, indexes[at]!.toSorted((a, b) => (a.name! < b.name! ? -1 : 1))]);
  });
