import { beforeAll, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '../kit/browser.ts';
import { pageFaults } from '../kit/page-faults.ts';
import { startPatiently } from '../kit/start-for-suite.ts';
import type { Standalone } from '../kit/standalone.ts';
import { visitOfflineToken } from './offline-token-visit.ts';

const ways: readonly (readonly [string, BrowserContextOptions])[] = [
  ['in the light', { colorScheme: 'light', viewport: { width: 800, height: 780 } }],
  ['in the dark', { colorScheme: 'dark', viewport: { width: 800, height: 780 } }],
  ['at 320 pixels', { viewport: { width: 320, height: 640 } }],
];

describe('everybody can use the offline-token pages', () => {
  let browser: Browser;
  let standalone: Standalone;

  const endings = useEndings();
  beforeAll(async () => {
    standalone = await startPatiently(endings);
    browser = await openBrowser();
    endings.push(() => browser.close());
  });

  test.each(ways)(
    '%s',
    async (_way, options) => {
      const { page, logIn, press } = await visitOfflineToken(
        await browser.newContext(options),
        standalone.url,
      );
      expect(await pageFaults(page)).toEqual([]);
      await logIn({ password: 'wrong', name: 'A name without any blank: '.padEnd(100, 'x') });
      expect(await pageFaults(page)).toEqual([]);
      await logIn();
      await page.goto(`${standalone.url}/auth/offline-token`);
      await logIn({ name: 'another' });
      expect(await pageFaults(page)).toEqual([]);
      await press('.tokens button');
      expect(await pageFaults(page)).toEqual([]);
    },
    240_000,
  );

  test('the keyboard goes through the form from top to bottom, and Enter sends it', async () => {
    const { page } = await visitOfflineToken(await browser.newContext(), standalone.url);
    const focused = (): Promise<unknown> =>
      page.evaluate('document.activeElement.id || document.activeElement.textContent');
    const order: unknown[] = [await focused()];
    for (let tabs = 0; tabs < 4; tabs += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual(['username', 'password', 'name', 'Get the token', 'Only show my tokens']);
    await page.fill('#username', 'analyst');
    await page.fill('#password', 'correct horse battery staple');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#offline-token');
  });

  test('what is wrong is tied to the fields that it is about', async () => {
    const { page, logIn } = await visitOfflineToken(await browser.newContext(), standalone.url);
    const describing = (id: string): Promise<unknown> =>
      page.evaluate(
        `document.getElementById('${id}').getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' ')`,
      );
    await logIn({ password: 'wrong' });
    expect(await describing('username')).toBe('The user name or the password is wrong.');
    expect(await describing('password')).toBe('The user name or the password is wrong.');
    await page.evaluate(`document.getElementById('name').removeAttribute('maxlength')`);
    await logIn({ name: 'n'.repeat(101) });
    expect(await describing('name')).toContain('A name has at most 100 characters');
    expect(await page.evaluate('document.activeElement.id')).toBe('name');
  });
});
