import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { fetchOfflineToken, postGraphql } from '../kit/analyst.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { firstUser, newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { discover, serviceKeyIn, type StandardClient } from './standard-client.ts';

const issuer = 'https://kith.example.com';

describe('a standard OAuth library', () => {
  let dataDir: string;
  let standalone: Standalone;
  let client: StandardClient;
  const endings = useEndings();
  beforeAll(async () => {
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    standalone = await startStandalone({ dataDir, env: { ACCESS_TOKEN_TTL: '1234', PUBLIC_URL: issuer } });
    endings.push(() => standalone.stop());
    client = await discover(issuer, standalone.url);
  });

  test('finds the endpoints, refreshes, and jose verifies the token by the published keys', async () => {
    const refreshToken = await fetchOfflineToken(standalone.url);
    const answer = await client.refresh(refreshToken);
    expect(answer).toEqual({
      access_token: expect.any(String),
      expires_in: 1234,
      refresh_expires_in: 0,
      refresh_token: refreshToken,
      token_type: 'bearer',
      session_state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      scope: 'offline_access profile',
    });
    const { payload } = await client.verify(answer.access_token);
    expect(payload).toMatchObject({
      iss: issuer,
      sub: firstUser.username,
      account: 'demo',
      sid: answer['session_state'],
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(1234);
    expect((await postGraphql(standalone.url, answer.access_token, '{ __typename }')).status).toBe(200);
  });

  test('revokes a refresh token, and understands that it is gone', async () => {
    const refreshToken = await fetchOfflineToken(standalone.url);
    await client.revoke(refreshToken);
    await expect(client.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  });

  test('introspects tokens as a service, with the key from the secrets', async () => {
    const key = await serviceKeyIn(dataDir);
    const refreshToken = await fetchOfflineToken(standalone.url);
    const { access_token: accessToken } = await client.refresh(refreshToken);
    const known = { active: true, username: firstUser.username, account: 'demo' };
    expect(await client.introspect(accessToken, key)).toMatchObject({ ...known, token_type: 'Bearer' });
    expect(await client.introspect(refreshToken, key)).toMatchObject(known);
    await client.revoke(refreshToken);
    expect(await client.introspect(accessToken, key)).toEqual({ active: false });
    await expect(client.introspect(accessToken, 'no key')).rejects.toMatchObject({ status: 401 });
  });
});
