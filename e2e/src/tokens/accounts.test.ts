import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { runKith } from '../cli/run-kith.ts';
import { fetchOfflineToken, postForm, postGraphql } from '../kit/analyst.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor } from '../kit/visitor.ts';

const account = (owner: string) => ({
  owner,
  identifiers: { customerId: { kind: 'login' } },
  permissions: [],
  notifications: {},
  pipelines: { [`${owner}-web`]: { cookie: false, identifiers: ['customerId'], sections: ['identifiers'] } },
});

type Found = { readonly data: Readonly<Record<string, unknown>> };

const EVERY_WAY = `query ($umid: String!, $profileId: String!) {
  byUmid: personTargetDataByUmid(umid: $umid) { profileId }
  byId: personTargetDataByAnyId(idName: "customerId", idValue: "c-1") { profileId }
  byIdUmid: personTargetDataByAnyId(idName: "umid", idValue: $umid) { profileId }
  byProfileId: personTargetDataByProfileId(profileId: $profileId) { profileId }
  _entities(representations: [
    { __typename: "PersonTargetData", umid: $umid }, { __typename: "PersonTargetData", profileId: $profileId }
  ]) { ... on PersonTargetData { profileId } }
}`;

describe('an access token', () => {
  let dataDir: string;
  let standalone: Standalone;
  let env: { readonly DATA_DIR: string; readonly CONFIG_FILE: string };
  const endings = useEndings();
  beforeAll(async () => {
    dataDir = await newDataDir();
    endings.push(() => removeDataDir(dataDir));
    env = { DATA_DIR: dataDir, CONFIG_FILE: join(dataDir, 'kith.yaml') };
    // JSON is YAML.
    await writeFile(
      env.CONFIG_FILE,
      JSON.stringify({ accounts: { north: account('north'), south: account('south') } }),
    );
    standalone = await startStandalone({ dataDir, env });
    endings.push(() => standalone.stop());
  });

  const accessTokenOf = async (name: string): Promise<string> => {
    const user = { username: `analyst-${name}`, password: `password-${name}` };
    const args = ['user', 'add', '--account', name, '--username', user.username, '--password-stdin'];
    expect((await runKith(args, { env, input: user.password })).exitCode).toBe(0);
    const answer = await postForm(standalone.url, '/auth/token', {
      refresh_token: await fetchOfflineToken(standalone.url, user),
    });
    return (answer.json() as { readonly access_token: string }).access_token;
  };

  test("sees its own account's persons, and none of another account by any query", async () => {
    const visitor = createVisitor(standalone.url);
    const visit = await visitor.get('/op/north-web/info?out=json&customerId=c-1');
    const { umid } = visit.json() as { readonly umid: string };
    const [north, south] = [await accessTokenOf('north'), await accessTokenOf('south')];
    const find = async (token: string, profileId: string): Promise<Found['data']> =>
      ((await postGraphql(standalone.url, token, EVERY_WAY, { umid, profileId })).json() as Found).data;
    const { profileId } = (await find(north, 'unknown'))['byUmid'] as { readonly profileId: string };
    const person = { profileId };
    expect(await find(north, profileId)).toEqual({
      byUmid: person,
      byId: person,
      byIdUmid: person,
      byProfileId: person,
      _entities: [person, person],
    });
    expect(await find(south, profileId)).toEqual({
      byUmid: null,
      byId: null,
      byIdUmid: null,
      byProfileId: null,
      _entities: [null, null],
    });
  });
});
