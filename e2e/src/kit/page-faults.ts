import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

type Found = { readonly violations: readonly object[] };

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe-core finds on the page as it is (labels, contrast, order of headings and so on), and that it is too wide. */
export const pageFaults = async (page: Page): Promise<readonly object[]> => {
  // The policy of a page lets no other script in: this one does not come by an element.
  await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await page.evaluate<Found>('axe.run()');
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
  return [...violations, ...(isTooWide ? [{ id: 'it is wider than the screen' }] : [])];
};
