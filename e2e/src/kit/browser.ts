import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { workspaceRoot } from './workspace-root.ts';

/** Where hosts with TLS are on this machine, by name; they are asked for at the default port. */
export type TlsHosts = Readonly<Record<string, number>>;

/** Of its own windows, which nobody sees here: their bars would be pages too, of a process each for every context. */
const OWN_PAGES = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUIToolbar',
];
const NOT_WANTED = ['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', ...OWN_PAGES];

const optionsFor = (hosts: TlsHosts) => {
  const secure = Object.entries(hosts).map(([name, port]) => `MAP ${name}:443 127.0.0.1:${port},`);
  return {
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
      `--disable-features=${NOT_WANTED.join(',')}`,
      `--host-resolver-rules=${secure.join('')}MAP * 127.0.0.1`,
      // Beacons outlive the page that could be told to take our own certificates.
      ...(secure.length > 0 ? ['--ignore-certificate-errors'] : []),
    ],
  };
};

/** The machine's own Chromium, which finds every host of the example domains on this machine and asks no other. */
export const openBrowser = (hosts: TlsHosts = {}): Promise<Browser> => chromium.launch(optionsFor(hosts));

/** The same, of somebody who has forbidden all sites to keep anything: cookies and local storage. */
export const openForgetfulBrowser = async (profile: string, hosts: TlsHosts): Promise<BrowserContext> => {
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
  await mkdir(join(profile, 'Default'), { recursive: true });
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(blocked));
  return chromium.launchPersistentContext(profile, optionsFor(hosts));
};

/** Keeps a picture of the page for the documentation, when the run was asked for pictures (KITH_SCREENSHOTS=1). */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (process.env['KITH_SCREENSHOTS'] !== '1') return;
  const folder = join(workspaceRoot, 'docs/images');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
};
