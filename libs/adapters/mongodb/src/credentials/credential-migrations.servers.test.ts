import { expect, test } from 'vitest';
import { ampleDeadline, aRefreshToken, aSigningKey, scopeOf } from '@kith/testing';
import { connect } from '../engine/connection.ts';
import { credentialCollections } from '../engine/credential-collections.ts';
import { CREDENTIAL_MIGRATIONS } from './credential-migrations.ts';
import { databaseUnderTest } from '../engine/database-under-test.fake.ts';
import { migrateWholly } from '../engine/migrate-wholly.fake.ts';
import { openMongodbCredentials } from './open-mongodb-credentials.ts';

test('tokens and keys of the first layout are taken over: listed, without a name, and signing', async () => {
  const { uri, database, drop } = databaseUnderTest();
  const { hash, name, lastUsedAt, ...token } = aRefreshToken();
  const { kid, signsFrom, ...key } = aSigningKey();
  const before = await connect({ uri, database });
  await migrateWholly(
    before,
    CREDENTIAL_MIGRATIONS.filter(({ version }) => version === 1),
  );
  const { refreshTokens, signingKeys } = credentialCollections(before.database);
  await refreshTokens.insertOne({ _id: hash, ...token } as never);
  await signingKeys.insertOne({ _id: kid, ...key } as never);
  await before.close();

  const { credentials, close } = await openMongodbCredentials({ uri, database, clock: Date.now });
  const taken = { hash, ...token, name, lastUsedAt };
  const scope = scopeOf(token.account);
  expect(await credentials.refreshTokens.ofUser(scope, token.username, 10)).toEqual([taken]);
  expect(await credentials.refreshTokens.ofSession(scope, token.sessionState)).toEqual(taken);
  expect(await credentials.signingKeys.list(ampleDeadline())).toEqual([{ kid, ...key, signsFrom }]);
  await close();
  await drop();
});
