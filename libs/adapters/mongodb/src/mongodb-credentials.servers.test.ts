import {} from 'vitest';
import { defineCredentialStoreContract, durableFixture } from '@kith/testing';
import { databaseUnderTest } from './engine/database-under-test.fake.ts';
import { openMongodbCredentials } from './credentials/open-mongodb-credentials.ts';

defineCredentialStoreContract(async () => {
  const { uri, database, drop } = databaseUnderTest();
  const open = async () => {
    const { credentials, close } = await openMongodbCredentials({ uri, database, clock: Date.now });
    return { adapter: credentials, close };
  };
  return durableFixture(open, drop);
});
