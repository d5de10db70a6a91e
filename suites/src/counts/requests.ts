import { accessToken, offlineToken } from '@kith/tools/suite';
import type { CountedApps } from './counted-apps.ts';

/** Sends one request and throws unless it is answered with 200. */
export type Ask = () => Promise<void>;

/** What is counted: makes so many requests that no other ones touch, ready to be sent. */
export type Preparation = (apps: CountedApps, count: number) => Promise<readonly Ask[]>;

const INFO = '/op/web/info?out=json';
const SECTIONS = '&attributes&identifiers&nbidentifiers&notifications&permissions';

const fetched = async (url: string, init: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(url, init);
  const text = await answer.clone().text();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`);
  return answer;
};

const jsonPost = (value: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

let people = 0;
const newCustomer = (): string => `counted-${(people += 1)}`;
const login = (customer: string): string => `&customerId=${customer}`;

/** Asks the edge for info; answers with the cookie of the device. */
const visit = async ({ edge }: CountedApps, query: string, init?: RequestInit): Promise<string> => {
  const answer = await fetched(`${edge}${INFO}${query}`, init);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

const asking = (apps: CountedApps, query: string, init?: RequestInit) => async (): Promise<void> => {
  await visit(apps, query, init);
};

/** One thing for each request, one after the other, as it is no part of what is counted. */
const each = async <T>(count: number, make: (index: number) => Promise<T>): Promise<readonly T[]> => {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
};

const page = { data: [{ page: { name: '/products/trail-shoes' } }] };

const umidIn = (cookie: string): string => {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
  return Buffer.from(value, 'base64').toString('latin1').split('|')[1] ?? '';
};

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

const PERSON = 'query ($id: String!) { personTargetDataByUmid(umid: $id) { profileId owner category } }';

/** What is counted, by the names of the bench's rows. */
export const PREPARATIONS = {
  'first visit': async (apps, count) => each(count, async () => asking(apps, '')),
  'page view': (apps, count) =>
    each(count, async () => {
      const cookie = await visit(apps, '');
      return asking(apps, '', jsonPost(page, { cookie }));
    }),
  'new login': async (apps, count) => each(count, async () => asking(apps, login(newCustomer()))),
  'known login': (apps, count) =>
    each(count, async () => {
      const customer = newCustomer();
      const cookie = await visit(apps, login(customer));
      return asking(apps, login(customer), { headers: { cookie } });
    }),
  consent: (apps, count) =>
    each(count, async () => {
      const cookie = await visit(apps, login(newCustomer()));
      return asking(apps, '', jsonPost({ permission: { 'CS-OPT': true } }, { cookie }));
    }),
  merge: (apps, count) =>
    each(count, async () => {
      const customer = newCustomer();
      await visit(apps, login(customer));
      const cookie = await visit(apps, '');
      return asking(apps, login(customer), { headers: { cookie } });
    }),
  'all sections': (apps, count) =>
    each(count, async () => {
      const cookie = await visit(apps, login(newCustomer()));
      return asking(apps, SECTIONS, { headers: { cookie } });
    }),
  'GraphQL by umid': async (apps, count) => {
    const authorization = `Bearer ${await accessToken(apps.auth, await offlineToken(apps.auth, apps.user))}`;
    return each(count, async () => {
      const id = umidIn(await visit(apps, login(newCustomer())));
      return async () => {
        const answer = await fetched(
          `${apps.graphql}/graphql`,
          jsonPost({ query: PERSON, variables: { id } }, { authorization }),
        );
        const { data } = (await answer.json()) as { data?: Record<string, unknown> };
        if (!isPresent(data?.['personTargetDataByUmid'])) throw new Error(`${id} was not found`);
      };
    });
  },
  'access token': async (apps, count) => {
    const refreshToken = await offlineToken(apps.auth, apps.user);
    return each(count, async () => async () => {
      await accessToken(apps.auth, refreshToken);
    });
  },
} as const satisfies Readonly<Record<string, Preparation>>;

export type CountedRow = keyof typeof PREPARATIONS;
