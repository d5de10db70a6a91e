import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { IDENTITY_RESOLUTION_SECRETS } from '@kith/composition/identity-resolution';
import { INFO_INGEST_SECRETS } from '@kith/info-ingest';
import { readSecretsFile } from '@kith/platform';
import { useEndings } from '@kith/testing/use-endings';
import { TOKEN_ISSUING_SECRETS } from '@kith/token-issuing';
import { runQuietly, workspaceRoot } from '@kith/tools/process';

const needed = {
  'info-ingest': [...INFO_INGEST_SECRETS, 'resolver'],
  'identity-resolver': [...IDENTITY_RESOLUTION_SECRETS, 'resolver'],
  'auth-token': TOKEN_ISSUING_SECRETS,
};
let folder: string;
const file = (app: string): string => join(folder, 'secrets', `${app}.json`);
const make = (): Promise<string> =>
  runQuietly(join(workspaceRoot, 'deploy/make-secrets'), [join(folder, 'secrets')]);

const endings = useEndings();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-secrets-'));
  endings.push(() => rm(folder, { recursive: true }));
  await make();
});

describe('the secrets that are made for the apps apart', () => {
  test.each(Object.entries(needed))('%s gets the secrets that it needs and no others', async (app, names) => {
    const secrets = await readSecretsFile(file(app), names);
    expect(new Set(Object.keys(secrets))).toEqual(new Set(names));
  });

  test('the edge and the resolver agree on what both have, and no other two secrets are alike', async () => {
    const [edge, resolver, token] = await Promise.all(
      Object.keys(needed).map((app) => readSecretsFile(file(app), [])),
    );
    expect(edge).toMatchObject({ umid: resolver?.['umid'], resolver: resolver?.['resolver'] });
    const all = { ...edge, ...resolver, ...token };
    expect(new Set(Object.values(all).flat()).size).toBe(Object.keys(all).length);
  });

  test('only the owner may look into the folder', async () => {
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
  });

  test('what is there stays as it is', async () => {
    const before = await readFile(file('info-ingest'), 'utf8');
    await make();
    expect(await readFile(file('info-ingest'), 'utf8')).toBe(before);
  });
});
