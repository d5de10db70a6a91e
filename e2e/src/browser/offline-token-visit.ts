import type { BrowserContext, Page } from 'playwright-core';
import { firstUser } from '../kit/standalone.ts';

/** A visit to the offline-token page in a browser. */
export type Visit = {
  readonly page: Page;
  /** What the browser complained about: nothing may break the page's own policy. */
  readonly complaints: readonly string[];
  readonly logIn: (fields?: Partial<Fields>) => Promise<void>;
  /** Presses a button, and waits for the page that follows. */
  readonly press: (selector: string) => Promise<void>;
};

type Fields = { readonly username: string; readonly password: string; readonly name: string };

/** Opens the page at this address. */
export const visitOfflineToken = async (context: BrowserContext, url: string): Promise<Visit> => {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${url}/auth/offline-token`);
  const press = async (selector: string): Promise<void> => {
    await page.click(selector);
    await page.waitForLoadState();
  };
  const logIn = async (fields: Partial<Fields> = {}): Promise<void> => {
    for (const [name, value] of Object.entries({ ...firstUser, ...fields })) {
      await page.fill(`input[name="${name}"]`, value);
    }
    await press('button[type="submit"]');
  };
  return { page, complaints, logIn, press };
};
