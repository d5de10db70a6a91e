import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { postForm } from '../kit/analyst.ts';
import { keepPicture, openBrowser } from '../kit/browser.ts';
import { firstUser, startStandalone, type Standalone } from '../kit/standalone.ts';

describe('the offline-token page in a real browser', () => {
  let browser: Browser;
  let standalone: Standalone;

  beforeAll(async () => {
    standalone = await startStandalone();
    browser = await openBrowser();
  }, 90_000);

  afterAll(async () => {
    await browser.close();
    await standalone.stop();
  });

  /** A page that reports what the browser complained about: nothing may break the page's own policy. */
  const open = async (context: BrowserContext): Promise<{ page: Page; complaints: string[] }> => {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${standalone.url}/auth/offline-token`);
    return { page, complaints };
  };

  const logIn = async (page: Page, username: string, password: string): Promise<void> => {
    await page.fill('input[name="username"]', username);
    await page.fill('input[name="password"]', password);
    await page.click('button[type="submit"]');
    await page.waitForLoadState();
  };

  test('filled in, it shows a token that brings access tokens', async () => {
    const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
    const { page, complaints } = await open(context);
    await keepPicture(page, 'offline-token-form');
    await logIn(page, firstUser.username, firstUser.password);

    const token = (await page.textContent('#offline-token')) ?? '';
    const answer = await postForm(standalone.url, '/auth/token', { refresh_token: token.trim() });
    expect(answer.json()).toMatchObject({ token_type: 'Bearer', refresh_expires_in: 0 });
    expect(complaints).toEqual([]);
    await page.evaluate(`document.getElementById('offline-token').textContent = '(shown once)'`);
    await keepPicture(page, 'offline-token');
  }, 60_000);

  test('the button copies the token', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, complaints } = await open(context);
    await logIn(page, firstUser.username, firstUser.password);
    const token = await page.textContent('#offline-token');
    await page.click('#copy');
    await page.waitForFunction(`document.getElementById('copied').textContent !== ''`);
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('a wrong password and an unknown user are told the same, and no token', async () => {
    const context = await browser.newContext();
    const { page } = await open(context);
    await logIn(page, firstUser.username, 'wrong');
    const told = await page.textContent('[role="alert"]');
    expect(await page.locator('#offline-token').count()).toBe(0);
    await logIn(page, 'nobody', 'wrong');
    expect(await page.textContent('[role="alert"]')).toBe(told);
  }, 60_000);
});
