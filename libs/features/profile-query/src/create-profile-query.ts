import { expressMiddleware } from '@as-integrations/express5';
import type { AccountName, AccountRules } from '@kith/domain/pipeline';
import {
  createAdmission,
  deadlineIn,
  notFoundHandler,
  requestIdOf,
  within,
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
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { createAccessTokenVerifier } from './authentication/access-token-verifier.ts';
import type { Jwks } from './authentication/jwks.ts';
import { createKeySet, type KeySet } from './authentication/key-set.ts';
import { addGraphiql } from './graphiql/add-graphiql.ts';
import { createApolloServer } from './http/apollo-server.ts';
import { authenticate } from './http/authenticate.ts';
import { metricsPlugin } from './http/metrics-plugin.ts';
import { operationDeadline } from './http/operation-deadline.ts';
import { queryFaults } from './http/query-faults.ts';
import { readJson } from './http/read-json.ts';
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
  const callers = createCallers(accounts);
  const keys = keysOf(deps);
  const verify = createAccessTokenVerifier({ keys, issuer: deps.issuer, clock: deps.clock });
  const admission = createAdmission({ work: 'graphql', ...OPERATIONS, metrics });
  const deadlines = new WeakMap<object, Deadline>();
  let answer: RequestHandler = (_request, _response, next) =>
    next(new Error('the query server was not started'));
  /** An operation's time begins with its body: what it waits for room is part of it. */
  const answerInTurn: RequestHandler = async (request, response, next) => {
    const deadline = operationDeadline(response, requestDeadlineMs());
    deadlines.set(request, deadline);
    await admission.admit(deadline, async () => answer(request, response, next));
  };

  const contextOf = (request: Request, response: Response): QueryContext => {
    const rules = callers.of(request);
    const deadline = deadlines.get(request) ?? operationDeadline(response, requestDeadlineMs());
    return {
      rules,
      deadline,
      requestId: requestIdOf(request),
      now: deps.clock(),
      ...readsOf(deps, rules, deadline),
    };
  };
  return {
    router: routerOf(authenticate({ verify, admit: callers.admit }), answerInTurn, deps),
    start: async () => {
      await apollo.start();
      answer = expressMiddleware(apollo, { context: async ({ req, res }) => contextOf(req, res) });
    },
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

/** The account of each request, by its token; known to nothing but this. */
interface Callers {
  admit(request: object, account: AccountName): boolean;
  of(request: object): AccountRules;
}

const createCallers = (accounts: Accounts): Callers => {
  const callers = new WeakMap<object, AccountRules>();
  return {
    admit: (request, account) => {
      const rules = accounts.get(account);
      if (rules !== undefined) callers.set(request, rules);
      return rules !== undefined;
    },
    of: (request) => {
      const rules = callers.get(request);
      if (rules === undefined) throw new Error('the request was not authenticated');
      return rules;
    },
  };
};

const keysOf = ({ jwks, clock, logger, requestDeadlineMs }: ProfileQueryDeps): KeySet =>
  createKeySet({
    jwks: () => within(deadlineIn(requestDeadlineMs()), 'the keys of the access tokens', jwks()),
    clock,
    onStale: (error) => logger.warn({ error }, 'the keys of the access tokens could not be refreshed'),
  });

const routerOf = (authenticated: RequestHandler, answer: RequestHandler, deps: ProfileQueryDeps): Router => {
  const router = Router({ strict: true, caseSensitive: true });
  addGraphiql(router, deps);
  router.post('/graphql', forNobodyElse, authenticated, ...readJson, answer, queryFaults(deps.logger));
  router.all(['/graphql', '/graphql/files/*rest'], notFoundHandler);
  return router;
};

/** Answers hold personal data. */
const forNobodyElse: RequestHandler = (_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};
