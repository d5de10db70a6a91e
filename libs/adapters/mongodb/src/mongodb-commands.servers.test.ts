import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aChange, aCommit, ampleDeadline, manyOf, randomAccount, scopeOf } from '@kith/testing';
import type { Document } from 'mongodb';
import { openExplainedDatabase, type ExplainedDatabase } from './engine/explained-database.fake.ts';
import { migrate } from './engine/migrate.ts';
import { STORE_MIGRATIONS } from './migrations/store-migrations.ts';
import { createMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

let database: ExplainedDatabase;
let store: MongodbStore;

beforeAll(async () => {
  database = openExplainedDatabase();
  await migrate(database.connection, STORE_MIGRATIONS);
  store = createMongodbStore(database.connection, {});
});
afterAll(() => database.close());

/** The commands that calls send, as `find outbox`. */
const sent = async (calls: () => Promise<unknown>): Promise<readonly string[]> =>
  (await database.commandsOf(calls)).map(toldOf);

const toldOf = (command: Document): string => {
  const [[name, value] = []] = Object.entries(command);
  return typeof value === 'string' ? `${name} ${value}` : String(name);
};

describe('the outbox', () => {
  test('is looked into with one command, and emptied with one', async () => {
    const scope = scopeOf(randomAccount());
    await store.profiles.commit(scope, aCommit({ changes: manyOf(20, () => aChange()) }));
    const keys: string[] = [];
    const look = async () => {
      keys.push(...(await store.outbox.pending(ampleDeadline(), 500)).map(({ key }) => key));
    };
    expect(await sent(look)).toEqual(['find outbox']);
    expect(keys).toHaveLength(20);
    expect(await sent(() => store.outbox.published(ampleDeadline(), keys))).toEqual(['delete outbox']);
    expect(await sent(() => store.outbox.pending(ampleDeadline(), 500))).toEqual(['find outbox']);
  });
});
