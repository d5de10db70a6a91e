import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { configurationFormat } from '@kith/contracts';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser } from 'playwright-core';
import { parse } from 'yaml';
import { openBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { listen, type TestServer } from '../kit/listen.ts';
import { appEnvironment } from '../kit/plain-environment.ts';
import { PRINTED_ADDRESS } from '../kit/readme-walk.ts';
import { run } from '../kit/run.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { workspaceRoot } from '../kit/workspace-root.ts';
import { readWebsitePage, type WebsitePage } from './website-page.ts';

const kith = `"${process.execPath}" apps/cli/dist/main.js`;

/** What differs from run to run. */
const withoutChance = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<umid>')
    .replace(/takes \d+ ms/, 'takes <n> ms');

describe('docs/website.md', () => {
  let docs: WebsitePage;
  let folder: string;
  let site: TestServer;
  let standalone: Standalone;
  let browser: Browser;

  /** Without TLS here: the page's addresses, with the ports of this run. */
  const here = (text: string): string =>
    text.replaceAll('https://id.example.com', `http://id.example.com:${new URL(standalone.url).port}`);

  const endings = useEndings();
  beforeAll(async () => {
    docs = await readWebsitePage();
    folder = await mkdtemp(join(tmpdir(), 'kith-website-'));
    endings.push(() => rm(folder, { recursive: true }));
    site = await listen((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', here(`default-src 'none'; ${docs.policy}`));
      response.end(`<!doctype html><title>Teas</title>${here(docs.snippet)}`);
    });
    endings.push(() => site.close());
    const configFile = join(folder, 'kith.yaml');
    const origins = `['https://www.example.com', 'http://www.example.com:${site.port}']`;
    await writeFile(configFile, docs.configuration.replace("['https://www.example.com']", origins));
    standalone = await startStandalone({ env: { CONFIG_FILE: configFile } });
    endings.push(() => standalone.stop());
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  test('every step, run as printed with its configuration, prints what the page says', async () => {
    expect(docs.steps.length).toBeGreaterThanOrEqual(1);
    for (const { commands, printed } of docs.steps) {
      const script = commands
        .replaceAll('npx -y pnpm@12 kith', kith)
        .replaceAll(PRINTED_ADDRESS, standalone.url);
      const { exitCode, stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-s'], {
        cwd: workspaceRoot,
        env: appEnvironment(),
        input: script,
      });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(withoutChance(stdout)).toBe(withoutChance(printed.replaceAll(PRINTED_ADDRESS, standalone.url)));
    }
  });

  test('every other `tag` that it shows is taken in the place of the first', () => {
    expect(docs.variants.length).toBeGreaterThanOrEqual(5);
    for (const variant of docs.variants) {
      const parsed = configurationFormat.schema.safeParse(parse(variant));
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
  });

  test('its snippet runs under its policy, and sends once the permission is granted', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    /** The policy of the page lets nobody wait inside it. */
    const holds = (condition: string): Promise<boolean> =>
      eventually(() => page.evaluate<boolean>(condition), Boolean);
    await page.goto(`http://www.example.com:${site.port}/`);
    await holds('!Array.isArray(window.kith.q)');
    expect(await page.evaluate('window.fcData')).toBeUndefined();
    await page.evaluate(`void kith('consent', { ANALYTICS: true }, { notification: 'BANNER', version: 1 })`);
    await holds('window.fcData?.umid !== undefined');
    expect(complaints).toEqual([]);
  });
});
