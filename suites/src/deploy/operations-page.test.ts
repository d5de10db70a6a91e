import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apps } from '@kith/tools/apps';
import { workspaceRoot } from '@kith/tools/process';
import { readComposeFile } from './compose-file.ts';
import { readStages } from './dockerfile.ts';
import { readOperationsPage } from './operations-page.ts';

const page = await readOperationsPage();

/** The sources of the features, of what apps put together alike, and of the platform, where metrics are registered. */
const sources = async (): Promise<string> => {
  const folders = ['libs/adapters', 'libs/features', 'libs/composition', 'libs/platform/src'].map((folder) =>
    join(workspaceRoot, folder),
  );
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((file) => join(folder, file)),
    ),
  );
  const code = files
    .flat()
    .filter((file) => /\/src\/.*\.ts$/.test(file) && !/node_modules|\.test\.ts$/.test(file));
  return (await Promise.all(code.map((file) => readFile(file, 'utf8')))).join('\n');
};

describe('docs/operations.md', () => {
  test('names only metrics that Kith registers, and docs/metrics.md all of its own and no others', async () => {
    const calls = (await sources()).matchAll(/\.(?:counter|histogram|gauge)\(\s*'([a-z_]+)'/g);
    const registered = new Set(Array.from(calls, ([, name]) => name));
    const metrics = await readFile(join(workspaceRoot, 'docs/metrics.md'), 'utf8');
    const namedIn = (text: string) => new Set(text.match(/(?<=`)(kith|http)_[a-z_]+/g));
    expect([...namedIn(page)].filter((name) => !registered.has(name))).toEqual([]);
    expect([...namedIn(metrics)].toSorted()).toEqual([...registered].toSorted());
  });

  test('names only settings that some app has', () => {
    const settings = new Set(apps.flatMap(({ schema }) => Object.keys(schema.shape)));
    const named = new Set(page.match(/(?<=`)[A-Z]+_[A-Z_]+(?=`)/g));
    // NODE_ is the runtime's own.
    expect([...named].filter((name) => !settings.has(name) && !name.startsWith('NODE_'))).toEqual([]);
  });

  test.each([
    { part: 'MongoDB', installer: 'install-mongodb', pin: /\bserver=(\S+)/, service: 'mongodb' },
    { part: 'Kafka', installer: 'install-kafka', pin: /\bkafka=(\S+)/, service: 'kafka' },
    { part: 'Redis', installer: 'install-redis', pin: /\bserver=(\S+)/, service: 'redis' },
  ])(
    'says with which $part the tests run, and which one Compose names',
    async ({ part, installer, pin, service }) => {
      const [, tested] = pin.exec(await readFile(join(workspaceRoot, '.ci', installer), 'utf8')) ?? [];
      const { image } = (await readComposeFile()).services[service] ?? {};
      const named = image?.replace(/^.*:|-bookworm$/g, '');
      expect(page.replace(/ +/g, ' ')).toContain(`| ${part} | ${tested} | \`${named}\` |`);
    },
  );

  test('says with which releases of Node the tests run', async () => {
    const [row = ''] = /^\| Node .*$/m.exec(page) ?? [];
    const installer = await readFile(join(workspaceRoot, '.ci/install-nodes'), 'utf8');
    const installed = Array.from(
      installer.matchAll(/echo (\d+\.\d+\.\d+) [0-9a-f]{64}/g),
      ([, release]) => release,
    );
    expect(installed).toHaveLength(2);
    expect(installed.filter((release) => !row.includes(release ?? ''))).toEqual([]);
    const [runtime] = (await readStages()).filter(({ name }) => name === 'runtime');
    expect(row).toContain(`\`${runtime?.from.replace(/^node:|-bookworm-slim$/g, '')}\``);
  });

  test.each(apps)('says the ports of $app', ({ app, schema }) => {
    const { PORT, MANAGEMENT_PORT } = z.object(schema.shape).partial().parse({});
    const row = new RegExp(`\\| ${app}[^|]*\\| ${String(PORT ?? 'none')}[^|]*\\| ${String(MANAGEMENT_PORT)}`);
    expect(app === 'standalone' || row.test(page)).toBe(true);
  });
});
