import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { fetchAccessToken, fetchOfflineToken, postGraphql } from '../kit/analyst.ts';
import { keepPicture, openBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { pageFaults } from '../kit/page-faults.ts';
import { ownPatientConfiguration } from '../kit/patient-configuration.ts';
import { startPatiently } from '../kit/start-for-suite.ts';
import { startStandalone, type Standalone } from '../kit/standalone.ts';
import { seeCustomer } from '../graphql/graphql-stage.ts';
import { visitGraphiql } from './graphiql-visit.ts';

const wide: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const ways: readonly (readonly [string, BrowserContextOptions])[] = [
  ['in the light', { ...wide, colorScheme: 'light' }],
  ['in the dark', { ...wide, colorScheme: 'dark' }],
  ['at 320 pixels', { viewport: { width: 320, height: 640 } }],
];

describe('GraphiQL in a real browser', () => {
  let browser: Browser;
  let standalone: Standalone;
  let token: string;
  let umid: string;

  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startPatiently(endings);
    browser = await openBrowser();
    endings.push(() => browser.close());
    token = await fetchAccessToken(standalone.url);
    umid = await seeCustomer(standalone.url);
  });

  test('takes an access token and runs the examples, within its policy and with nothing from elsewhere', async () => {
    const visit = await visitGraphiql(await browser.newContext(wide), standalone.url);
    const { page, complaints, hosts, enter, fillVariables, run } = visit;
    await keepPicture(page, 'graphiql-token');
    await enter(token);
    await fillVariables({ umid });
    await run('"category": "customer"');
    await page.getByRole('tab', { name: 'PersonByAnyId' }).click();
    await run('"value": "c-1001"');
    await page.getByRole('tab', { name: 'Persons' }).click();
    await run(`"umid": "${umid}"`);
    await page.getByRole('tab', { name: 'Statistics' }).click();
    await run('"events": 1');
    await page.getByRole('tab', { name: 'Events' }).click();
    await run('"name": "prices"');
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByRole('link', { name: 'PersonTargetData' }).first().click();
    await page.waitForSelector('.graphiql-plugin:has-text("What an account knows of a person.")');
    await keepPicture(page, 'graphiql');
    await page.getByRole('button', { name: 'Open settings dialog' }).click();
    await page.waitForSelector('.graphiql-dialog');
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    expect([...hosts]).toEqual([new URL(standalone.url).host]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(await page.evaluate('document.cookie')).toBe('');
  });

  test('tells what is wrong with a token, and forgets it when told so', async () => {
    const { page, enter } = await visitGraphiql(await browser.newContext(), standalone.url);
    const field = page.getByLabel('Access token or offline token');
    for (const [wrong, told] of [
      ['no token', 'The access token is not valid, or it has expired.'],
      ['kith_rt_unknown', 'The offline token is unknown, or it was revoked.'],
    ] as const) {
      await field.fill(wrong);
      await field.press('Enter');
      await page.waitForSelector(`[role=alert]:has-text("${told}")`);
      expect(await page.evaluate('document.activeElement.id')).toBe('token');
    }
    await enter(await fetchOfflineToken(standalone.url));
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await page.waitForSelector('#welcome:visible');
    expect(await field.inputValue()).toBe('');
    expect(await page.locator('.graphiql-container').count()).toBe(0);
  });

  test.each(ways)('everybody can enter a token %s', async (_way, options) => {
    const { page } = await visitGraphiql(await browser.newContext(options), standalone.url);
    await page.fill('#token', 'no token');
    await page.click('#access button');
    await page.waitForSelector('#problem:visible');
    expect(await pageFaults(page)).toEqual([]);
  });
});

describe('GraphiQL where access tokens live some seconds', () => {
  let browser: Browser;
  let standalone: Standalone;

  const endings = useEndings();
  beforeAll(async () => {
    const patient = await ownPatientConfiguration();
    endings.push(patient.remove);
    // On a busy machine a page needs some of them before it uses what it was given.
    standalone = await startStandalone({ env: { ...patient.env, ACCESS_TOKEN_TTL: '12' } });
    endings.push(() => standalone.stop());
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  const visitUntilExpired = async (fetchToken: (baseUrl: string) => Promise<string>) => {
    const visit = await visitGraphiql(await browser.newContext(), standalone.url);
    const sent = visit.page.waitForRequest((request) => request.headers()['authorization'] !== undefined);
    await visit.enter(await fetchToken(standalone.url));
    const used = (await sent).headers()['authorization']?.slice('Bearer '.length);
    await eventually(
      () => postGraphql(standalone.url, used, '{ __typename }'),
      ({ status }) => status === 401,
    );
    return visit;
  };

  test('an offline token renews them, without a word', async () => {
    const { page, run } = await visitUntilExpired(fetchOfflineToken);
    await run('"personTargetDataByUmid": null');
    expect(await page.locator('#expired').isVisible()).toBe(false);
  });

  test('without one, the page says that another is needed', async () => {
    const { page, run } = await visitUntilExpired(fetchAccessToken);
    await run('The access token has expired.');
    await page.getByRole('button', { name: 'Enter another one' }).click();
    await page.waitForSelector('#welcome:visible');
  });
});
