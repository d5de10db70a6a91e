import { setTimeout } from 'node:timers/promises';
import { get, postJson, UNIQUE, type BenchRequest } from '../bench-request.ts';
import { repeated, type Demand, type Requests } from '../scenario.ts';

const INFO = '/op/web/info';
const SECTIONS = 'attributes&identifiers&nbidentifiers&notifications&permissions';
/** So many visitors take turns, so that no single one is a hot spot that no site has. */
const VISITORS = 256;
/** Of many customers so many, that they are not all at hand. */
const SPREAD = 2_048;
/** More than the connections of any load: nobody says two things at once. */
const CONSENTING = 1_024;

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
export const firstVisit = async (): Promise<Requests> => repeated([get(INFO, BROWSER)]);

/** A login with a `customerId` that nobody had before, in a browser that has no cookie. */
export const newCustomersLogin = async (): Promise<Requests> =>
  repeated([postJson(`${INFO}?out=json&customerId=customer-${UNIQUE}`, {}, BROWSER)]);

/** Visits of a site from so many browsers; answers with their cookies. */
const visitorsCookies = (url: string, count = VISITORS): Promise<readonly string[]> =>
  manyOf(count, () => cookieAfter(url, ''));

/** Logins of so many customers; answers with the cookies of their browsers. */
export const customersCookies = async (
  url: string,
  { population }: Pick<Demand, 'population'>,
): Promise<readonly string[]> => {
  const customers = knownCustomers(population);
  return manyOf(customers.length, (index) => cookieAfter(url, `&customerId=${customers[index]}`));
};

/** Page views of returning visitors. */
export const returningVisitors = async (url: string): Promise<Requests> =>
  repeated((await visitorsCookies(url)).map((cookie) => trackedPage({ Cookie: cookie })));

/** Logins of customers whom their browsers are bound to already, as sites send them with every page. */
export const knownCustomersLogins = async (url: string, demand: Demand): Promise<Requests> => {
  const customers = knownCustomers(demand.population);
  const cookies = await customersCookies(url, demand);
  return repeated(
    cookies.map((Cookie, index) =>
      postJson(`${INFO}?out=json&customerId=${customers[index]}`, {}, { ...BROWSER, Cookie }),
    ),
  );
};

/** Customers' requests for all that is known of them. */
export const customersSections = async (url: string, demand: Demand): Promise<Requests> => {
  const cookies = await customersCookies(url, demand);
  return repeated(cookies.map((Cookie) => get(`${INFO}?out=json&${SECTIONS}`, { ...BROWSER, Cookie })));
};

/** Consent of visitors, which says something new each time: all give it, then all withdraw it. */
export const consents = async (url: string): Promise<Requests> => {
  const cookies = await visitorsCookies(url, CONSENTING);
  const saying = (granted: boolean) => (Cookie: string) =>
    postJson(`${INFO}?out=json`, { permission: { 'CS-OPT': granted } }, { ...BROWSER, Cookie });
  return repeated([...cookies.map(saying(true)), ...cookies.map(saying(false))]);
};

/** Visitors who log in as customers that are known from another browser: each merges once. */
export const merges = async (url: string, { count }: Demand): Promise<Requests> => {
  const first = `${Date.now()}-`;
  const requests = await manyOf(count, async (index) => {
    const query = `&customerId=merging-${first}${index}`;
    await cookieAfter(url, query);
    const Cookie = await cookieAfter(url, '');
    return postJson(`${INFO}?out=json${query}`, {}, { ...BROWSER, Cookie });
  });
  return { requests, once: true };
};

/** Customers of the rows, or some that are spread over all those who were imported. */
const knownCustomers = (population: number): readonly string[] =>
  population === 0
    ? Array.from({ length: VISITORS }, (_, index) => `customer-${index}`)
    : Array.from({ length: SPREAD }, (_, index) =>
        importedCustomer(Math.floor((index * population) / SPREAD)),
      );

/** The id of an imported customer. */
export const importedCustomer = (index: number): string => `bench-${index}`;

/** So many visits at once prepare a measurement. */
const LANES = 8;

const manyOf = async <T>(count: number, make: (index: number) => Promise<T>): Promise<readonly T[]> => {
  const made: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      made[index] = await make(index);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return made;
};

/** What prepares a measurement is asked again where a busy machine refuses it: only what is measured counts. */
const MAX_TRIES = 20;
const TRY_AGAIN_MS = 250;

const cookieAfter = async (url: string, parameters: string): Promise<string> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${url}${INFO}?out=json${parameters}`);
    const text = await answer.text();
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (cookie !== undefined) return cookie;
    if (tries === MAX_TRIES) throw new Error(`a visit was answered with ${answer.status}: ${text}`);
    await setTimeout(TRY_AGAIN_MS);
  }
};
