import {} from 'vitest';
import { defineCredentialStoreContract, durableFixture } from '@kith/testing';
import { databaseUnderTest } from './database-under-test.fake.ts';
import { openMongodbCredentials } from './open-mongodb-credentials.ts';

defineCredentialStoreContract(async () => {
  const { uri, database, drop } = databaseUnderTest();
  const open = async () => {
    const { credentials, close } = await openMongodbCredentials({ uri, database, clock: Date.now });
    return { adapter: credentials, close };
  };
  return durableFixture(open, drop);
});
