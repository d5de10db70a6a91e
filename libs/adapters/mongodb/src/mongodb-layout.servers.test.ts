import { afterAll, describe, expect, test } from 'vitest';
import { Unavailable } from '@kith/ports';
import { aChange, aCommit, ampleDeadline, aProfile, fresh, randomAccount, scopeOf } from '@kith/testing';
import { MongoClient, type Db } from 'mongodb';
import { databaseUnderTest, type DatabaseUnderTest } from './engine/database-under-test.fake.ts';
import { connect, type Connection } from './engine/connection.ts';
import { createMigrator } from './engine/migrate.ts';
import {
  dropIndex,
  makeCollection,
  refuseOthers,
  type Expansion,
  type Replacement,
} from './engine/migration.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';
import { openMongodbReader } from './open-mongodb-reader.ts';
import { openMongodbStore, type MongodbStore, type MongodbStoreOptions } from './open-mongodb-store.ts';

const LATEST = STORE_MIGRATIONS.at(-1)!.version;

/** The next layout: another index of the outbox in the place of one, and rows of one form alone. */
const NEXT: Expansion = {
  version: LATEST + 1,
  name: 'the next',
  expand: (database) => makeCollection(database, 'outbox', [{ name: 'next', key: { of: 1, at: 1 } }]),
  async contract(database) {
    await refuseOthers(database, 'outbox', { at: { $type: 'timestamp' } });
    await dropIndex(database, 'outbox', 'ownedBy');
  },
};
const LONGER = [...STORE_MIGRATIONS, NEXT];

const LAPSED =
  'this program could not renew its registration in time, and the layout of the data may have changed meanwhile';

const used: DatabaseUnderTest[] = [];
const freshDatabase = (): DatabaseUnderTest => {
  used.push(databaseUnderTest());
  return used.at(-1)!;
};
afterAll(() => Promise.all(used.map(({ drop }) => drop())));

const inside = async <T>(place: DatabaseUnderTest, work: (database: Db) => Promise<T>): Promise<T> => {
  const client = new MongoClient(place.uri);
  try {
    return await work(client.db(place.database));
  } finally {
    await client.close();
  }
};

const schemaIn = (place: DatabaseUnderTest) =>
  inside(place, (database) => database.collection<{ _id: string }>('schema').findOne({ _id: 'schema' }));

const indexesIn = (place: DatabaseUnderTest) =>
  inside(place, async (database) =>
    (await database.collection('outbox').indexes()).map(({ name }) => name).toSorted(),
  );

const connected = async <T>(place: DatabaseUnderTest, work: (connection: Connection) => Promise<T>) => {
  const connection = await connect(place);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

/** A step ahead of the present layout, which counts what is made of it. */
const stepAhead = (ran: string[], version = LATEST + 1): Expansion => ({
  version,
  name: `step ${version}`,
  expand: async () => void ran.push(`expand ${version}`),
  contract: async () => void ran.push(`contract ${version}`),
});

/** A store, and the reasons that it gave for being refused; `untilTold` waits for one, or for null: it is not refused any more. */
const watched = async (options: MongodbStoreOptions) => {
  const told: (string | null)[] = [];
  let wake = (): void => undefined;
  const onRefusal = (why: string | null): void => {
    told.push(why);
    wake();
  };
  const store = await openMongodbStore({ ...options, onRefusal });
  const untilTold = async (expected: string | null): Promise<void> => {
    while (told.at(-1) !== expected) await new Promise<void>((resolve) => (wake = resolve));
  };
  return { store, told, untilTold };
};

const write = async (store: MongodbStore, account = randomAccount()) => {
  const profile = aProfile();
  const commit = aCommit({ profiles: [fresh(profile)], changes: [aChange({ umid: profile.umid })] });
  expect(await store.profiles.commit(scopeOf(account), commit)).toBe('committed');
  return { account, profile };
};

describe('programs of two layouts on one database', () => {
  test('work side by side in the expanded layout, and the former one goes only when its last program has', async () => {
    const place = freshDatabase();
    const old = await openMongodbStore(place);
    const one = await write(old);
    const next = await openMongodbStore({ ...place, migrations: LONGER });
    expect(await schemaIn(place)).toMatchObject({ version: LATEST, expanded: LATEST + 1 });
    const accounts = [one, await write(old), await write(next)];
    for (const store of [old, next])
      for (const { account, profile } of accounts)
        expect(await store.profiles.stored(scopeOf(account), profile.umid)).toEqual(profile);
    expect(await next.outbox.pending(ampleDeadline(), 10)).toHaveLength(3);
    expect(await indexesIn(place)).toEqual(['_id_', 'earliestOfRange', 'next', 'ownedBy']);

    const told: string[][] = [];
    const waiting = new Promise<void>((resolve) => {
      void connected(place, async (connection) => {
        const onWaiting = (programs: readonly { readonly app: string; readonly knows: number }[]): void => {
          told.push(programs.map(({ app, knows }) => `${app} ${knows}`));
          void old.close();
        };
        await createMigrator(connection, LONGER, { onWaiting }).contract(true);
        resolve();
      });
    });
    await waiting;
    expect(told).toEqual([[`kith ${LATEST}`]]);
    expect(await schemaIn(place)).toMatchObject({ version: LATEST + 1, contracted: LATEST + 1 });
    expect(await indexesIn(place)).toEqual(['_id_', 'earliestOfRange', 'next']);
    const late = inside(place, (database) => database.collection('outbox').insertOne({ at: 'once' }));
    await expect(late).rejects.toThrow('Document failed validation');
    await write(next);
    await next.close();
  });

  test('an old one may start again while the new one runs, and not after the former layout is gone', async () => {
    const place = freshDatabase();
    const old = await openMongodbStore(place);
    const next = await openMongodbStore({ ...place, migrations: LONGER });
    await old.close();
    const again = await openMongodbStore(place);
    await write(again);
    await again.close();
    await next.close();
    await (await openMongodbStore({ ...place, migrations: LONGER })).close();
    await expect(openMongodbStore(place)).rejects.toThrow(
      `have schema version ${LATEST + 1}, but this program knows versions up to ${LATEST}`,
    );
  });

  test('a layout that has to be replaced waits until no program is registered that does not know it', async () => {
    const place = freshDatabase();
    const old = await openMongodbStore(place);
    const ran: string[] = [];
    const replacement: Replacement = {
      version: LATEST + 1,
      name: 'at once',
      migrate: async () => void ran.push('replaced'),
    };
    const waits: number[] = [];
    const onWaiting = (programs: readonly unknown[]): void => {
      waits.push(programs.length);
      expect(ran).toEqual([]);
      void old.close();
    };
    const next = await openMongodbStore({
      ...place,
      migrations: [...STORE_MIGRATIONS, replacement],
      onWaiting,
    });
    expect(waits).toEqual([1]);
    expect(ran).toEqual(['replaced']);
    await next.close();
  });

  test('whoever came in while a contraction began is refused, and nothing is removed before it is gone', async () => {
    const place = freshDatabase();
    const ran: string[] = [];
    const { store, untilTold } = await watched({ ...place, registeredMs: 3_000 });
    // What a contraction does first: the layout is said, and every entry is told of it.
    await inside(place, async (database) => {
      const schema = database.collection<{ _id: string }>('schema');
      const version = { version: LATEST + 1, expanded: LATEST + 1, contracted: LATEST };
      await schema.updateOne({ _id: 'schema' }, { $set: version });
      await database.collection('programs').updateMany({}, { $set: { layout: LATEST + 1 } });
    });
    const found = `the data in the database ${place.database} have layout ${LATEST + 1}`;
    await untilTold(`${found}, and this program knows layout ${LATEST} alone`);
    await expect(write(store)).rejects.toThrow(Unavailable);
    await expect(store.outbox.pending(ampleDeadline(), 1)).rejects.toThrow('this program knows layout');
    expect(await store.isReady()).toBe(false);
    await connected(place, async (connection) => {
      const migrator = createMigrator(connection, [...STORE_MIGRATIONS, stepAhead(ran)]);
      expect(await migrator.contract(false)).toBe(false);
    });
    expect(ran).toEqual([]);
    // Somebody restores the layout: it goes on by itself.
    await inside(place, async (database) => {
      const version = { version: LATEST, expanded: LATEST, contracted: LATEST };
      const schema = database.collection<{ _id: string }>('schema');
      await schema.updateOne({ _id: 'schema' }, { $set: version });
      await database.collection('programs').updateMany({}, { $unset: { layout: true } });
    });
    await untilTold(null);
    await write(store);
    await store.close();
  });
});

describe('a registration', () => {
  test('is there while a program runs, names it, and goes with it', async () => {
    const place = freshDatabase();
    const store = await openMongodbStore({ ...place, appName: 'identity-resolver' });
    const reader = await openMongodbReader({ ...place, appName: 'graphql-query' });
    const entries = () => inside(place, (database) => database.collection('programs').find().toArray());
    expect((await entries()).map(({ app, needs, knows, pid }) => ({ app, needs, knows, pid }))).toEqual([
      { app: 'identity-resolver', needs: LATEST, knows: LATEST, pid: process.pid },
      { app: 'graphql-query', needs: LATEST, knows: LATEST, pid: process.pid },
    ]);
    await Promise.all([store.close(), reader.close()]);
    expect(await entries()).toEqual([]);
  });

  test('that was lost is made anew, before anything is written', async () => {
    const place = freshDatabase();
    const { store, told } = await watched({ ...place, registeredMs: 3_000 });
    await inside(place, (database) => database.collection('programs').deleteMany({}));
    const back = async (): Promise<number> =>
      inside(place, (database) => database.collection('programs').countDocuments());
    while ((await back()) === 0) await new Promise(setImmediate);
    await write(store);
    expect(told).toEqual([]);
    await store.close();
  });

  test('of a program that could not renew it refuses every call by itself, and is renewed by itself', async () => {
    const place = freshDatabase();
    const { store, told, untilTold } = await watched({ ...place, registeredMs: 3_000 });
    // The event loop stands still for longer than the registration holds, as after SIGSTOP.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
    await expect(write(store)).rejects.toThrow(LAPSED);
    while (told.length < 2) await untilTold(told.length === 0 ? LAPSED : null);
    await write(store);
    await store.close();
  });
});

describe('a migration', () => {
  test('that was killed while it expanded or contracted is gone on with by the next one', async () => {
    const place = freshDatabase();
    await (await openMongodbStore(place)).close();
    const ran: string[] = [];
    const whole = stepAhead(ran);
    const dying = async (): Promise<void> => Promise.reject(new Error('killed'));
    const opened = (step: Expansion) =>
      openMongodbStore({ ...place, migrations: [...STORE_MIGRATIONS, step] });
    await expect(opened({ ...whole, expand: dying })).rejects.toThrow('killed');
    expect(await schemaIn(place)).toMatchObject({ version: LATEST, expanded: LATEST });
    await expect(opened({ ...whole, contract: dying })).rejects.toThrow('killed');
    expect(await schemaIn(place)).toMatchObject({ version: LATEST + 1, contracted: LATEST });
    // Where something may be gone already, nobody who needs it comes in.
    await expect(openMongodbStore(place)).rejects.toThrow(`have schema version ${LATEST + 1}`);
    await (await opened(whole)).close();
    expect(ran).toEqual([`expand ${LATEST + 1}`, `contract ${LATEST + 1}`]);
  });

  test('whose holder of the lock never comes back is taken over', async () => {
    const place = freshDatabase();
    await (await openMongodbStore(place)).close();
    await inside(place, (database) =>
      database
        .collection<{ _id: string }>('schema')
        .updateOne({ _id: 'schema' }, [
          { $set: { lockedBy: 'the killed one', lockedUntil: { $add: ['$$NOW', 300] } } },
        ]),
    );
    const ran: string[] = [];
    await (await openMongodbStore({ ...place, migrations: [...STORE_MIGRATIONS, stepAhead(ran)] })).close();
    expect(ran).toEqual([`expand ${LATEST + 1}`, `contract ${LATEST + 1}`]);
  });

  test('that somebody else does is waited for', async () => {
    const place = freshDatabase();
    const waiting = openMongodbStore({ ...place, isMigrating: false });
    await (await openMongodbStore(place)).close();
    const store = await waiting;
    await write(store);
    await store.close();
  });
});
