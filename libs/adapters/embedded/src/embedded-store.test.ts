import {
  defineActivityRecountsContract,
  defineConsentHistoryContract,
  defineDeadLetterStoreContract,
  defineDestinationStoresContract,
  defineEventLogContract,
  defineExpiryStoreContract,
  defineOutboxContract,
  defineOutboxLeasesContract,
  definePersonReaderContract,
  definePrivacyStoreContract,
  defineProfileStoreContract,
  defineTrackingStoreContract,
  durableFixture,
  temporaryDirectory,
} from '@kith/testing';
import { openEmbeddedStore, type EmbeddedStore } from './open-embedded-store.ts';

const embedded =
  <T>(pick: (store: EmbeddedStore) => T) =>
  async () => {
    const directory = await temporaryDirectory();
    const open = async () => {
      const store = await openEmbeddedStore({ directory: directory.path, clock: Date.now });
      return { adapter: pick(store), close: store.close };
    };
    return durableFixture(open, directory.remove);
  };

definePersonReaderContract(embedded((store) => store));
definePrivacyStoreContract(embedded((store) => store));
defineProfileStoreContract(embedded((store) => store.profiles));
defineConsentHistoryContract(embedded((store) => store));
defineTrackingStoreContract(embedded((store) => store));
defineActivityRecountsContract(embedded((store) => store));
defineDestinationStoresContract(embedded((store) => store));
defineDeadLetterStoreContract(embedded((store) => store));
defineOutboxContract(embedded((store) => store));
defineOutboxLeasesContract(embedded((store) => store.outboxLeases));
defineEventLogContract(embedded((store) => store.log));
defineExpiryStoreContract(embedded((store) => store));
