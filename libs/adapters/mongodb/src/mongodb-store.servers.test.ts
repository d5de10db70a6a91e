import {} from 'vitest';
import {
  defineActivityRecountsContract,
  defineConsentHistoryContract,
  defineExpiryStoreContract,
  defineDeadLetterStoreContract,
  defineDestinationStoresContract,
  defineOutboxContract,
  defineOutboxLeasesContract,
  definePersonReaderContract,
  definePrivacyStoreContract,
  defineProfileStoreContract,
  defineTrackingStoreContract,
  durableFixture,
} from '@kith/testing';
import { databaseUnderTest } from './engine/database-under-test.fake.ts';
import { openMongodbStore, type MongodbStore } from './open-mongodb-store.ts';

const mongodb =
  <T>(pick: (store: MongodbStore) => T) =>
  async () => {
    const { uri, database, drop } = databaseUnderTest();
    const open = async () => {
      const store = await openMongodbStore({ uri, database });
      return { adapter: pick(store), close: store.close };
    };
    return durableFixture(open, drop);
  };

definePersonReaderContract(mongodb((store) => store));
definePrivacyStoreContract(mongodb((store) => store));
defineProfileStoreContract(mongodb((store) => store.profiles));
defineConsentHistoryContract(mongodb((store) => store));
defineTrackingStoreContract(mongodb((store) => store));
defineActivityRecountsContract(mongodb((store) => store));
defineDestinationStoresContract(mongodb((store) => store));
defineDeadLetterStoreContract(mongodb((store) => store));
defineOutboxContract(mongodb((store) => store));
defineOutboxLeasesContract(mongodb((store) => store.outboxLeases));
defineExpiryStoreContract(mongodb((store) => store));
