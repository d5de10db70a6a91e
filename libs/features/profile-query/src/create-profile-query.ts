import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import {
  createAdmission,
  deadlineIn,
  notFoundHandler,
  within,
  type Front,
  type Logger,
  type Metrics,
  type RandomBytes,
} from '@kith/platform';
import type {
  Deadline,
  Expressions,
  PersonDetails,
  ProfileCatalogue,
  ProfileReader,
  TrackingStatistics,
} from '@kith/ports';
import { Router } from 'express';
import { createAccessTokenVerifier } from './authentication/access-token-verifier.ts';
import type { Jwks } from './authentication/jwks.ts';
import { createKeySet, type KeySet } from './authentication/key-set.ts';
import { addGraphiql } from './graphiql/add-graphiql.ts';
import { createApolloServer } from './http/apollo-server.ts';
import { authenticate } from './http/authenticate.ts';
import { createGraphqlFront } from './http/graphql-front.ts';
import { metricsPlugin } from './http/metrics-plugin.ts';
import { createPersonLoaders } from './people/person-loaders.ts';
import { createProfileLoader } from './people/profile-loader.ts';
import type { QueryContext } from './people/query-context.ts';

interface Accounts {
  get(account: AccountName): AccountRules | undefined;
}

/** What graphql-query is built from. */
export interface ProfileQueryDeps {
  readonly reader: ProfileReader;
  readonly catalogue: ProfileCatalogue;
  readonly details: PersonDetails;
  readonly statistics: TrackingStatistics;
  /** Evaluates the conditions of segments. */
  readonly expressions: Expressions;
  /** The accounts of the configuration in force. */
  readonly accounts: Accounts;
  /** The public keys of the access tokens' issuer. */
  readonly jwks: () => Promise<Jwks>;
  /** The `iss` that access tokens must have. */
  readonly issuer: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Milliseconds from any moment on; never goes back. */
  readonly steadyClock: () => number;
  readonly randomBytes: RandomBytes;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** How long a request may take by the configuration in force. */
  readonly requestDeadlineMs: () => number;
}

/** The feature: its routes, with their full paths. */
export interface ProfileQuery {
  /** Queries, under `GRAPHQL_PATHS`. */
  readonly front: Front;
  /** The page for browsers. */
  readonly router: Router;
  /** To be called before requests are taken. */
  start(): Promise<void>;
  /** To be called where the issuer's keys have changed: from the next request on only those of now count. */
  forgetKeys(): void;
  /** Ends what the server keeps; requests under way must have been answered before. */
  stop(): Promise<void>;
}

/** Fewer than the connections of the driver's pool (100); questions differ: some that are slow must not keep out the others. */
const OPERATIONS = { least: 16, most: 64 };

export const createProfileQuery = (deps: ProfileQueryDeps): ProfileQuery => {
  const { accounts, logger, metrics, requestDeadlineMs } = deps;
  const apollo = createApolloServer(logger, [metricsPlugin(metrics, deps.steadyClock)]);
  const keys = keysOf(deps);
  const verify = createAccessTokenVerifier({ keys, issuer: deps.issuer, clock: deps.clock });
  return {
    front: createGraphqlFront({
      apollo,
      authenticate: authenticate({ verify, accounts }),
      admission: createAdmission({ work: 'graphql', ...OPERATIONS, metrics }),
      contextOf: ({ requestId }, rules, deadline) => ({
        rules,
        deadline,
        requestId,
        now: deps.clock(),
        ...readsOf(deps, rules, deadline),
      }),
      requestDeadlineMs,
    }),
    router: pageRouter(deps),
    start: () => apollo.start(),
    forgetKeys: keys.forget,
    stop: () => apollo.stop(),
  };
};

/** What a request can read: of the account of its caller, until its deadline. */
const readsOf = (
  { reader, catalogue, details, statistics, expressions }: ProfileQueryDeps,
  { name: account }: AccountRules,
  deadline: Deadline,
): Pick<QueryContext, 'profiles' | 'loaders' | 'listPersons' | 'countEvents'> => {
  const scope = { account, deadline };
  return {
    profiles: createProfileLoader(reader, scope),
    loaders: createPersonLoaders(details, expressions, scope),
    listPersons: (selection) => catalogue.persons(scope, selection),
    countEvents: (question) => statistics.countEvents(scope, question),
  };
};

const keysOf = ({ jwks, clock, logger, requestDeadlineMs }: ProfileQueryDeps): KeySet =>
  createKeySet({
    jwks: () => within(deadlineIn(requestDeadlineMs()), 'the keys of the access tokens', jwks()),
    clock,
    onStale: (error) => logger.warn({ error }, 'the keys of the access tokens could not be refreshed'),
  });

/** What browsers are shown, and what is not there. */
const pageRouter = (deps: ProfileQueryDeps): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  addGraphiql(router, deps);
  router.all(['/graphql', '/graphql/files/*rest'], notFoundHandler);
  return router;
};
