import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { eventually } from '../kit/eventually.ts';
import { removeDataDir } from '../kit/remove-data-dir.ts';
import { newDataDir, startStandalone, type Standalone } from '../kit/standalone.ts';
import { createVisitor, type InfoAnswer, type Visitor } from '../kit/visitor.ts';

const path = '/op/web/info?out=json&permissions';
const sections = `${path}&attributes`;
const keyed = (key: string) => ({ 'idempotency-key': key });
const page = (name: string, members: object = {}) => ({ data: [{ page: { name }, ...members }] });

let dataDir: string;
let kith: Standalone;
const endings = useEndings();
beforeAll(async () => {
  dataDir = await newDataDir();
  endings.push(() => removeDataDir(dataDir));
  kith = await startStandalone({ dataDir });
  endings.push(() => kith.stop());
});

/** Restarts with one more secret ahead of the others in each list but the umid's, which stays. */
const rotateSecrets = async (): Promise<void> => {
  await kith.stop();
  const file = join(dataDir, 'secrets.json');
  const secrets = JSON.parse(await readFile(file, 'utf8')) as Record<string, string[]>;
  const rotated = Object.entries(secrets).map(([name, list]) => [
    name,
    name === 'umid' ? list : [`a new secret for ${name}, thirty-two long`, ...list],
  ]);
  await writeFile(file, JSON.stringify(Object.fromEntries(rotated)));
  kith = await startStandalone({ dataDir });
};

const at = (visitor: Visitor): Visitor => createVisitor(kith.url, { umdid: visitor.cookie('umdid') ?? '' });

test('a retry is known for one after the secrets have changed', async () => {
  const first = createVisitor(kith.url);
  await first.get(path);
  const grant = { permission: { 'CS-OPT': true }, ...page('of the key') };
  await first.post(path, grant, keyed('grant'));
  await first.post(path, page('of the element', { id: 'view' }));
  await first.post(path, { permission: { 'CS-OPT': false } });

  await rotateSecrets();
  const visitor = at(first);
  const late = await visitor.post(path, grant, keyed('grant'));
  expect(late.json()).toMatchObject({ permissions: { 'CS-OPT': false } });
  await visitor.post(path, page('of the element', { id: 'view' }));
  await visitor.post(path, page('last'));
  const { attributes } = await eventually(
    async () => (await visitor.get(sections)).json() as InfoAnswer,
    (seen) => seen.attributes?.['lastPage'] === 'last',
  );
  expect(attributes).toMatchObject({ pageViews: '3' });
}, 120_000);
