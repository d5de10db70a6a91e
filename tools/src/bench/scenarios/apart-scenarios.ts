import { postForm, postJson } from '../bench-request.ts';
import { repeated, type Demand, type Part, type Requests, type Scenario } from '../scenario.ts';
import type { Suite } from '../../suite/start-suite.ts';
import { accessToken, offlineToken } from '../../suite/analyst.ts';
import type { SharedSuite } from './shared-suite.ts';
import {
  consents,
  customersCookies,
  customersSections,
  firstVisit,
  knownCustomersLogins,
  merges,
  newCustomersLogin,
  returningVisitors,
} from './visitors.ts';

type AppName = 'info-ingest' | 'identity-resolver' | 'graphql-query' | 'auth-token';

/** One scenario on the apps apart. */
interface Apart {
  readonly name: string;
  /** The app that gets the load. */
  readonly asked: AppName;
  /** The apps whose CPU and memory count. */
  readonly counted: readonly AppName[];
  readonly requests: (url: string, demand: Demand, suite: Suite) => Promise<Requests>;
}

const PERSON = 'query ($id: String!) { personTargetDataByUmid(umid: $id) { profileId owner category } }';

const personQueries = async (url: string, demand: Demand, suite: Suite): Promise<Requests> => {
  const authUrl = urlOf(suite, 'auth-token');
  const token = await accessToken(authUrl, await offlineToken(authUrl, suite.user));
  const cookies = await customersCookies(urlOf(suite, 'info-ingest'), demand);
  const headers = { Host: new URL(url).host, Authorization: `Bearer ${token}` };
  return repeated(
    cookies.map((cookie) =>
      postJson('/graphql', { query: PERSON, variables: { id: umidIn(cookie) } }, headers),
    ),
  );
};

const umidIn = (cookie: string): string => {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
  return Buffer.from(value, 'base64').toString('latin1').split('|')[1] ?? '';
};

const tokenExchanges = async (url: string, _demand: Demand, { user }: Suite): Promise<Requests> =>
  repeated([postForm('/auth/token', { refresh_token: await offlineToken(url, user) })]);

const EDGE: readonly AppName[] = ['info-ingest'];
const EDGE_AND_RESOLVER: readonly AppName[] = ['info-ingest', 'identity-resolver'];

const onEdge = (name: string, requests: Apart['requests'], counted: readonly AppName[] = EDGE): Apart => ({
  name,
  asked: 'info-ingest',
  counted,
  requests,
});

const apart: readonly Apart[] = [
  onEdge('edge: first visit', firstVisit),
  onEdge("edge: returning visitor's page view", returningVisitors),
  onEdge("resolver: returning visitor's page view", returningVisitors, ['identity-resolver']),
  onEdge("edge and resolver: new customer's login", newCustomersLogin, EDGE_AND_RESOLVER),
  onEdge("edge and resolver: known customer's login", knownCustomersLogins, EDGE_AND_RESOLVER),
  onEdge('edge and resolver: visitor merged into a customer', merges, EDGE_AND_RESOLVER),
  onEdge('edge and resolver: consent given', consents, EDGE_AND_RESOLVER),
  onEdge('edge and resolver: info with all sections', customersSections, EDGE_AND_RESOLVER),
  {
    name: 'graphql: person by umid',
    asked: 'graphql-query',
    counted: ['graphql-query'],
    requests: personQueries,
  },
  {
    name: 'auth-token: access token',
    asked: 'auth-token',
    counted: ['auth-token'],
    requests: tokenExchanges,
  },
];

const urlOf = ({ apps }: Suite, name: AppName): string => apps[name]!.url;

const partsOf = ({ apps }: Suite, names: readonly string[]): readonly Part[] =>
  names.map((name) => ({ name, pid: apps[name]!.pid()! }));

/** The apps as processes of their own over MongoDB, Kafka and Redis, which all of these scenarios share. */
export const apartScenarios = (shared: SharedSuite): readonly Scenario[] =>
  apart.map(({ name, asked, counted, requests }) => ({
    name,
    needs: ['MONGODB_URI', 'KAFKA_BROKERS', 'REDIS_URL'],
    start: async (options) => {
      const suite = await shared.take(options);
      const url = urlOf(suite, asked);
      return {
        url,
        parts: partsOf(suite, counted),
        others: partsOf(
          suite,
          Object.keys(suite.apps).filter((name) => !counted.some((one) => one === name)),
        ),
        requests: (demand) => requests(url, demand, suite),
        populate: (customers) => shared.populate(customers),
        stop: () => shared.release(),
      };
    },
  }));
