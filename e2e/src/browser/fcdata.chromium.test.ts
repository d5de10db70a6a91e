import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser, Page, Request } from 'playwright-core';
import { keepPicture, openBrowser } from '../kit/browser.ts';
import { configurationWithOrigins } from '../kit/configuration.ts';
import { send } from '../kit/http.ts';
import type { TestServer } from '../kit/listen.ts';
import { servePage } from '../kit/page-server.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';

type FcData = { readonly umid: string; readonly state: number };

describe('a page with the script tag in a real browser', () => {
  let browser: Browser;
  let website: TestServer;
  let standalone: Standalone;
  let configFile: string;

  const shopPage = (): string => `<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><title>Shop</title></head>
      <body>
        <h1>Shop</h1>
        <p id="seen"></p>
        <script src="http://www.example.com:${new URL(standalone.url).port}/op/web/info"></script>
        <script>
          document.getElementById('seen').textContent =
            typeof fcData === 'undefined' ? 'nothing' : 'umid ' + fcData.umid + ', state ' + fcData.state;
        </script>
      </body>
    </html>`;

  const endings = useEndings();
  beforeAll(async () => {
    website = await servePage(shopPage);
    endings.push(() => website.close());
    const origins = [`http://shop.example.com:${website.port}`];
    configFile = await configurationWithOrigins(origins);
    endings.push(() => rm(dirname(configFile), { recursive: true }));
    standalone = await startStandalone({ env: { CONFIG_FILE: configFile } });
    endings.push(() => standalone.stop());
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  const open = async (host: string): Promise<{ page: Page; fcData: FcData | null; asked: Request }> => {
    const page = await (await browser.newContext({ viewport: { width: 640, height: 240 } })).newPage();
    const asked = page.waitForRequest(/\/op\/web\/info$/);
    await page.goto(`http://${host}:${website.port}/`);
    const fcData = await page.evaluate<FcData | null>('window.fcData ?? null');
    return { page, fcData, asked: await asked };
  };

  test('a page of our site reads fcData', async () => {
    const { page, fcData } = await open('shop.example.com');
    expect(fcData).toEqual({ umid: expect.stringMatching(/^[0-9a-f-]{36}$/), state: 0 });
    expect(await page.textContent('#seen')).toBe(`umid ${fcData?.umid}, state 0`);
    await keepPicture(page, 'script-tag');
  });

  test('the same page on another site is refused and reads nothing', async () => {
    const { page, fcData, asked } = await open('shop.example.net');
    // The browser does not show a page what it blocked, so the refusal is seen by asking as the browser did.
    const refused = await send(standalone.url, '/op/web/info', { headers: await asked.allHeaders() });
    expect(refused.status).toBe(403);
    expect(fcData).toBeNull();
    expect(await page.textContent('#seen')).toBe('nothing');
  });

  test('a browser on this machine keeps the cookie, although Kith is reached without encryption', async () => {
    const page = await (await browser.newContext()).newPage();
    const visit = async (): Promise<FcData> => {
      await page.goto(`${standalone.url}/op/web/info?out=json`);
      return JSON.parse((await page.textContent('body')) ?? '') as FcData;
    };
    expect(await visit()).toEqual(await visit());
  });
});
