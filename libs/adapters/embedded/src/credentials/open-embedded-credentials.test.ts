import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ampleDeadline, aRefreshToken, aSigningKey, scopeOf, temporaryDirectory } from '@kith/testing';
import { openCredentialCollections } from './credential-collections.ts';
import { openEnvironment } from '../engine/environment.ts';
import { CREDENTIAL_MIGRATIONS, openEmbeddedCredentials } from './open-embedded-credentials.ts';

test('tokens and keys of the first layout are taken over: listed, without a name, and signing', async () => {
  const directory = await temporaryDirectory();
  const { name, lastUsedAt, ...token } = aRefreshToken();
  const { signsFrom, ...key } = aSigningKey();
  const first = CREDENTIAL_MIGRATIONS.filter(({ version }) => version === 1);
  const before = await openEnvironment(join(directory.path, 'credentials'), first);
  const store = openCredentialCollections(before.root);
  await before.write(ampleDeadline(), () => {
    store.refreshTokens.put([token.hash], token as never);
    store.signingKeys.put([key.createdAt, key.kid], key as never);
  });
  await before.close();

  const { credentials, close } = await openEmbeddedCredentials({ directory: directory.path });
  const taken = { ...token, name, lastUsedAt };
  const scope = scopeOf(token.account);
  expect(await credentials.refreshTokens.ofUser(scope, token.username, 10)).toEqual([taken]);
  expect(await credentials.refreshTokens.ofSession(scope, token.sessionState)).toEqual(taken);
  expect(await credentials.signingKeys.list(ampleDeadline())).toEqual([{ ...key, signsFrom }]);
  await close();
  await directory.remove();
});
