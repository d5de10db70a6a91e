import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { workspaceRoot } from './workspace-root.ts';

/** The machine's own Chromium, which finds every host of the example domains on this machine and asks no other. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
      '--host-resolver-rules=MAP * 127.0.0.1',
    ],
  });

/** Keeps a picture of the page for the documentation, when the run was asked for pictures (KITH_SCREENSHOTS=1). */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (process.env['KITH_SCREENSHOTS'] !== '1') return;
  const folder = join(workspaceRoot, 'docs/images');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
};
