import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser } from 'playwright-core';
import { postForm } from '../kit/analyst.ts';
import { keepPicture, openBrowser } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { startPatiently } from '../kit/start-for-suite.ts';
import { firstUser, type Standalone } from '../kit/standalone.ts';
import { visitOfflineToken } from './offline-token-visit.ts';

describe('the offline-token page in a real browser', () => {
  let browser: Browser;
  let standalone: Standalone;

  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startPatiently(endings);
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  const exchange = (token: string | null) =>
    postForm(standalone.url, '/auth/token', { refresh_token: token?.trim() ?? '' });

  test('filled in, it shows a token that brings access tokens', async () => {
    const context = await browser.newContext({ viewport: { width: 800, height: 780 } });
    const { page, complaints, logIn } = await visitOfflineToken(context, standalone.url);
    await keepPicture(page, 'offline-token-form');
    await logIn({ name: 'Nightly report' });
    const answer = await exchange(await page.textContent('#offline-token'));
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', refresh_expires_in: 0 });
    expect(complaints).toEqual([]);
    await page.evaluate(`document.getElementById('offline-token').textContent = 'kith_rt_(shown once)'`);
    await page.setViewportSize({ width: 800, height: 920 });
    await keepPicture(page, 'offline-token');
  });

  test('the button copies the token', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, complaints, logIn } = await visitOfflineToken(context, standalone.url);
    await logIn();
    const token = await page.textContent('#offline-token');
    await page.click('#copy');
    await page.waitForFunction(`document.getElementById('copied').textContent !== ''`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    expect(complaints).toEqual([]);
  });

  test.each([true, false])('scripts allowed: %s; a token is fetched, listed and revoked', async (scripts) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts });
    const { page, complaints, logIn, press } = await visitOfflineToken(context, standalone.url);
    await logIn({ name: `with scripts: ${scripts}` });
    const token = await page.textContent('#offline-token');
    expect(await page.locator('#copy').isVisible()).toBe(scripts);
    const listed = page.locator('.tokens li', { hasText: `with scripts: ${scripts}` });
    expect(await listed.textContent()).toContain('never');

    await press(`.tokens li:has-text("with scripts: ${scripts}") button`);
    expect(page.url()).toBe(`${standalone.url}/auth/tokens?revoked`);
    expect(await page.textContent('[role="status"]')).toBe('The token was revoked.');
    expect(await listed.count()).toBe(0);
    expect((await exchange(token)).json()).toMatchObject({ error: 'invalid_grant' });

    await press('.foot button');
    await page.goto(`${standalone.url}/auth/tokens`);
    expect(page.url()).toBe(`${standalone.url}/auth/offline-token?ended`);
    expect(complaints).toEqual([]);
  });

  test('the list tells when each token was last used', async () => {
    const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 800, height: 880 } });
    const { page, logIn } = await visitOfflineToken(context, standalone.url);
    await logIn({ name: 'Daily figures' });
    await exchange(await page.textContent('#offline-token'));
    await page.goto(`${standalone.url}/auth/offline-token`);
    await logIn({ name: 'Dashboard' });
    const rowOf = async (name: string): Promise<string> => {
      await page.goto(`${standalone.url}/auth/tokens`);
      return (await page.locator('.tokens li', { hasText: name }).textContent()) ?? '';
    };
    await eventually(
      () => rowOf('Daily figures'),
      (row) => /Last used\s*\d+ \w+ \d{4}, \d\d:\d\d UTC/.test(row),
    );
    expect(await rowOf('Dashboard')).toMatch(/Last used\s*never/);
    await keepPicture(page, 'offline-token-list');
  });

  test('a reload of the page with the token brings no other token', async () => {
    const context = await browser.newContext();
    const { page, logIn } = await visitOfflineToken(context, standalone.url);
    await logIn();
    await page.reload();
    expect(await page.locator('#offline-token').count()).toBe(0);
    expect(await page.textContent('[role="alert"]')).toContain('too old');
  });

  test('a wrong password and an unknown user are told the same, and no token', async () => {
    const context = await browser.newContext();
    const { page, logIn } = await visitOfflineToken(context, standalone.url);
    await logIn({ password: 'wrong' });
    const told = await page.textContent('[role="alert"]');
    expect(await page.locator('#offline-token').count()).toBe(0);
    expect(await page.inputValue('#password')).toBe('');
    expect(await page.inputValue('#username')).toBe(firstUser.username);
    await logIn({ username: 'nobody', password: 'wrong' });
    expect(await page.textContent('[role="alert"]')).toBe(told);
  });
});
