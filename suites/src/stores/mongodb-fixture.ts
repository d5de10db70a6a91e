import { openMongodbStore, type MongodbStore } from '@kith/mongodb';
import { durableFixture, type DurableFixture } from '@kith/testing';
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
