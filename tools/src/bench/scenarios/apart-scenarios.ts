import { postForm, postJson, type BenchRequest } from '../bench-request.ts';
import type { Scenario } from '../scenario.ts';
import type { Suite } from '../../suite/start-suite.ts';
import { accessToken, offlineToken } from '../../suite/analyst.ts';
import type { SharedSuite } from './shared-suite.ts';
import {
  customersCookies,
  customersSections,
  firstVisit,
  knownCustomersLogins,
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
  readonly requests: (url: string, suite: Suite) => Promise<readonly BenchRequest[]>;
}

const PERSON = 'query ($id: String!) { personTargetDataByUmid(umid: $id) { profileId owner category } }';

const personQueries = async (url: string, suite: Suite): Promise<readonly BenchRequest[]> => {
  const authUrl = urlOf(suite, 'auth-token');
  const token = await accessToken(authUrl, await offlineToken(authUrl, suite.user));
  const cookies = await customersCookies(urlOf(suite, 'info-ingest'));
  const headers = { Host: new URL(url).host, Authorization: `Bearer ${token}` };
  return cookies.map((cookie) =>
    postJson('/graphql', { query: PERSON, variables: { id: umidIn(cookie) } }, headers),
  );
};

const umidIn = (cookie: string): string => {
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
  return Buffer.from(value, 'base64').toString('latin1').split('|')[1] ?? '';
};

const tokenExchanges = async (url: string, { user }: Suite): Promise<readonly BenchRequest[]> => [
  postForm('/auth/token', { refresh_token: await offlineToken(url, user) }),
];

const EDGE: readonly AppName[] = ['info-ingest'];
const EDGE_AND_RESOLVER: readonly AppName[] = ['info-ingest', 'identity-resolver'];

const onEdge = (name: string, requests: Apart['requests'], counted: readonly AppName[] = EDGE): Apart => ({
  name,
  asked: 'info-ingest',
  counted,
  requests,
});

const apart: readonly Apart[] = [
  onEdge('edge: first visit', async () => [firstVisit()]),
  onEdge("edge: returning visitor's page view", returningVisitors),
  onEdge("resolver: returning visitor's page view", returningVisitors, ['identity-resolver']),
  onEdge("edge and resolver: new customer's login", async () => [newCustomersLogin()], EDGE_AND_RESOLVER),
  onEdge("edge and resolver: known customer's login", knownCustomersLogins, EDGE_AND_RESOLVER),
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

const pidsOf = ({ apps }: Suite, names: readonly string[]): readonly number[] =>
  names.flatMap((name) => apps[name]?.pid() ?? []);

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
        pids: pidsOf(suite, counted),
        others: pidsOf(suite, Object.keys(suite.apps)),
        requests: () => requests(url, suite),
        stop: () => shared.release(),
      };
    },
  }));
