import { get, postJson, UNIQUE, type BenchRequest } from '../bench-request.ts';

const INFO = '/op/web/info';
const SECTIONS = 'attributes&identifiers&nbidentifiers&notifications&permissions';
/** So many visitors take turns, so that no single one is a hot spot that no site has. */
const VISITORS = 256;

/** What a browser on a page of the site sends along. */
const BROWSER: BenchRequest['headers'] = {
  Host: 'www.example.com',
  Origin: 'https://www.example.com',
  Accept: '*/*',
  'Accept-Language': 'en-GB,en;q=0.9',
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
};

const PAGE_VIEW = {
  data: [
    {
      page: {
        name: '/products/trail-shoes',
        url: 'https://www.example.com/products/trail-shoes?colour=blue',
        timestamp: 1_790_000_000,
      },
    },
  ],
};

/** The request of a visitor's page view. */
export const trackedPage = (headers: BenchRequest['headers'] = {}): BenchRequest =>
  postJson(`${INFO}?out=json`, PAGE_VIEW, { ...BROWSER, ...headers });

/** The script tag of a page, loaded by a browser that has no cookie. */
export const firstVisit = (): BenchRequest => get(INFO, BROWSER);

/** A login with a `customerId` that nobody had before, in a browser that has no cookie. */
export const newCustomersLogin = (): BenchRequest =>
  postJson(`${INFO}?out=json&customerId=customer-${UNIQUE}`, {}, BROWSER);

/** Visits of a site from so many browsers; answers with their cookies. */
export const visitorsCookies = (url: string): Promise<readonly string[]> => cookiesAfter(url, () => '');

/** Logins of so many customers; answers with the cookies of their browsers. */
export const customersCookies = (url: string): Promise<readonly string[]> =>
  cookiesAfter(url, (index) => `&${customerOf(index)}`);

/** Page views of returning visitors. */
export const returningVisitors = async (url: string): Promise<readonly BenchRequest[]> =>
  (await visitorsCookies(url)).map((cookie) => trackedPage({ Cookie: cookie }));

/** Logins of customers whom their browsers are bound to already, as sites send them with every page. */
export const knownCustomersLogins = async (url: string): Promise<readonly BenchRequest[]> =>
  (await customersCookies(url)).map((Cookie, index) =>
    postJson(`${INFO}?out=json&${customerOf(index)}`, {}, { ...BROWSER, Cookie }),
  );

/** Customers' requests for all that is known of them. */
export const customersSections = async (url: string): Promise<readonly BenchRequest[]> =>
  (await customersCookies(url)).map((Cookie) => get(`${INFO}?out=json&${SECTIONS}`, { ...BROWSER, Cookie }));

const customerOf = (index: number): string => `customerId=customer-${index}`;

const cookiesAfter = async (
  url: string,
  parameters: (index: number) => string,
): Promise<readonly string[]> => {
  const cookies: string[] = [];
  for (let index = 0; index < VISITORS; index += 1) {
    const answer = await fetch(`${url}${INFO}?out=json${parameters(index)}`);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie === undefined) throw new Error(`a visit was answered with ${answer.status} and no cookie`);
    cookies.push(cookie);
  }
  return cookies;
};
