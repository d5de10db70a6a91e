import { shippedConfiguration } from '@kith/testing/shipped-configuration';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { parse } from 'yaml';
import { fetchAccessToken } from '../kit/analyst.ts';
import { openBrowser, type TlsHosts } from '../kit/browser.ts';
import { newStandaloneHome } from '../kit/standalone-home.ts';
import { makeCertificate, openTlsFront } from '../kit/tls-front.ts';
import { withConfiguration } from '../kit/with-configuration.ts';
import { openShop } from './shop.ts';

/** A site at https://www.example.com with Kith at https://id.example.com, and a browser that finds both. */
export type TagStage = {
  readonly browser: Browser;
  readonly hosts: TlsHosts;
  readonly url: string;
  readonly token: string;
  /** Further pages of the site, by their paths. */
  readonly pages: Map<string, string>;
  readonly close: () => Promise<void>;
};

const site = { domain: 'example.com', maxAge: 31_536_000 };

/** The shipped pipeline with the tag reading the data layer, and one that waits for a permission. */
const configuration = (): object => {
  const shipped = parse(shippedConfiguration()) as {
    limits: object;
    accounts: { demo: { pipelines: Record<string, Record<string, unknown>> } };
  };
  const { pipelines } = shipped.accounts.demo;
  const tag = { dataLayer: ['dataLayer'], sections: ['permissions'] };
  pipelines['web'] = { ...pipelines['web'], tag };
  pipelines['strict'] = {
    cookie: site,
    sections: ['permissions'],
    dataLayer: ['gtm'],
    tracking: { requires: 'CS-OPT' },
    tag: {
      ...tag,
      consentManager: {
        googleConsentMode: { 'CS-OPT': ['analytics_storage'] },
        notification: 'MAIN_CS',
        version: 2,
      },
    },
  };
  // A page that gets no answer in time sends again; what is told once is counted here.
  return { ...shipped, limits: { ...shipped.limits, deadlineMs: 20_000 } };
};

export const openTagStage = async (): Promise<TagStage> => {
  const home = await withConfiguration(configuration(), newStandaloneHome)();
  const kith = await home.start();
  const pages = new Map<string, string>();
  const shop = await openShop(pages);
  const certificate = await makeCertificate('example.com');
  const fronts = await Promise.all(
    [shop.port, Number(new URL(kith.url).port)].map((port) => openTlsFront(certificate, port)),
  );
  const [www, id] = fronts.map(({ port }) => port);
  const hosts = { 'www.example.com': www ?? 0, 'id.example.com': id ?? 0 };
  const browser = await openBrowser(hosts);
  return {
    browser,
    hosts,
    url: kith.url,
    pages,
    token: await fetchAccessToken(kith.url),
    close: async () => {
      await browser.close();
      for (const front of fronts) await front.close();
      await shop.close();
      await kith.stop();
      await home.remove();
    },
  };
};

/** A page of the site, with what the browser complained of, what it sent to Kith, and what it was answered. */
export type Visited = {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly bodies: readonly string[];
  readonly answers: readonly Response[];
};

const isInfo = (message: { readonly url: () => string }): boolean =>
  new URL(message.url()).pathname.endsWith('/info');

export const visit = async (context: BrowserContext, path: string): Promise<Visited> => {
  const page = await context.newPage();
  const complaints: string[] = [];
  const bodies: string[] = [];
  const answers: Response[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (isInfo(request)) bodies.push(request.postData() ?? '');
  });
  page.on('response', (response) => {
    if (isInfo(response) && response.request().method() === 'POST') {
      answers.push(response);
    }
  });
  await page.goto(`https://www.example.com${path}`);
  return { page, complaints, bodies, answers };
};

/** Calls the tag, and waits for its answer. */
export const call = <Answer>(page: Page, ...given: readonly unknown[]): Promise<Answer> =>
  page.evaluate<Answer>(`kith(...${JSON.stringify(given)})`);

export const umidOf = async (page: Page): Promise<string> =>
  (await call<{ readonly umid: string }>(page, 'info')).umid;
