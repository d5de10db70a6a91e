import { accessToken, offlineToken } from '@kith/tools/suite';
import type { CountedApps } from './counted-apps.ts';
import { send, type OutgoingRequest, type Sent } from './send.ts';

/** Sends one request. */
export type Ask = () => Sent;

/** What is counted: makes so many requests that no other ones touch, ready to be sent. */
export type Preparation = (apps: CountedApps, count: number) => Promise<readonly Ask[]>;

const INFO = '/op/web/info?out=json';
const SECTIONS = '&attributes&identifiers&nbidentifiers&notifications&permissions';

const jsonPost = (value: unknown, headers: OutgoingRequest['headers'] = {}): OutgoingRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

let people = 0;
const newCustomer = (): string => `counted-${(people += 1)}`;
const login = (customer: string): string => `&customerId=${customer}`;

/** Asks the edge for info; answers with the cookie of the device. */
const visit = async ({ edge }: CountedApps, query: string): Promise<string> => {
  const answer = await fetch(`${edge}${INFO}${query}`);
  const said = await answer.text();
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status} ${said}`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

const withCookie = (cookie: string): OutgoingRequest => ({ method: 'GET', headers: { cookie }, body: '' });
const NO_COOKIE: OutgoingRequest = { method: 'GET', headers: {}, body: '' };

const asking =
  ({ edge }: CountedApps, query: string, outgoing = NO_COOKIE): Ask =>
  () =>
    send(`${edge}${INFO}${query}`, outgoing);

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

/** A person who is not found costs less. */
const found = ({ written, answered }: Sent): Sent => ({
  written,
  answered: answered.then((said) => {
    if (!said.includes('"profileId":"')) throw new Error(`nobody was found: ${said}`);
    return said;
  }),
});

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
      return asking(apps, login(customer), withCookie(cookie));
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
      return asking(apps, login(customer), withCookie(cookie));
    }),
  'all sections': (apps, count) =>
    each(count, async () => {
      const cookie = await visit(apps, login(newCustomer()));
      return asking(apps, SECTIONS, withCookie(cookie));
    }),
  'GraphQL by umid': async (apps, count) => {
    const authorization = `Bearer ${await accessToken(apps.auth, await offlineToken(apps.auth, apps.user))}`;
    return each(count, async () => {
      const id = umidIn(await visit(apps, login(newCustomer())));
      const asked = jsonPost({ query: PERSON, variables: { id } }, { authorization });
      return () => found(send(`${apps.graphql}/graphql`, asked));
    });
  },
  'access token': async (apps, count) => {
    const refreshToken = await offlineToken(apps.auth, apps.user);
    const asked: OutgoingRequest = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ refresh_token: refreshToken }).toString(),
    };
    return each(count, async () => () => send(`${apps.auth}/auth/token`, asked));
  },
} as const satisfies Readonly<Record<string, Preparation>>;

export type CountedRow = keyof typeof PREPARATIONS;
