import { openMongodbStore, type MongodbStore } from '@kith/mongodb';
import { durableFixture, type DurableFixture, type Fixture } from '@kith/testing';
import { ownDatabase } from '@kith/tools/servers';

/** A store in a database of its own. */
export const mongodbFixture = (): Promise<DurableFixture<MongodbStore>> => {
  const { drop, ...place } = ownDatabase();
  const open = async () => {
    const store = await openMongodbStore(place);
    return { adapter: store, close: store.close };
  };
  return durableFixture(open, drop);
};

/** So many stores over the same database of their own, each with connections of its own, as processes have. */
export const mongodbReplicasFixture = async (count: number): Promise<Fixture<readonly MongodbStore[]>> => {
  const { drop, ...place } = ownDatabase();
  const stores: MongodbStore[] = [];
  // One after the other: the first makes what all of them use.
  while (stores.length < count) stores.push(await openMongodbStore(place));
  const close = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  };
  return { adapter: stores, close };
};
