import { HeaderMap, type ApolloServer, type HTTPGraphQLResponse } from '@apollo/server';
import type { AccountRules } from '@kith/domain/pipeline';
import { answer, RequestAborted, type Admission, type Exchange, type Front } from '@kith/platform';
import type { Deadline } from '@kith/ports';
import type { QueryContext } from '../people/query-context.ts';
import type { Authenticate } from './authenticate.ts';
import { answerRefusal } from './graphql-errors.ts';
import { operationDeadline } from './operation-deadline.ts';
import { refusalOf } from './query-faults.ts';
import { readQuery, type QueryBody } from './read-json.ts';

export interface GraphqlFrontDeps {
  readonly apollo: ApolloServer<QueryContext>;
  readonly authenticate: Authenticate;
  readonly admission: Admission;
  readonly contextOf: (exchange: Exchange, rules: AccountRules, deadline: Deadline) => QueryContext;
  /** How long a request may take by the configuration in force. */
  readonly requestDeadlineMs: () => number;
}

/** What asks; whoever looks at `/graphql` gets a page. */
export const GRAPHQL_PATHS: Pick<Front, 'prefix' | 'takes'> = {
  prefix: '/graphql',
  takes: (path, method) => path === '/graphql' && method === 'POST',
};

/** Answers hold personal data. */
const FOR_NOBODY_ELSE = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];

/** `POST /graphql`, in front of Express (docs/decisions/0006-front-routes.md). */
export const createGraphqlFront = (deps: GraphqlFrontDeps): Front => ({
  ...GRAPHQL_PATHS,
  handle: async (exchange) => {
    exchange.headers.push(...FOR_NOBODY_ELSE);
    try {
      const rules = await deps.authenticate(exchange.request);
      const body = await readQuery(exchange.request);
      // An operation's time begins with its body: what it waits for room is part of it.
      const deadline = operationDeadline(exchange.response, deps.requestDeadlineMs());
      const context = deps.contextOf(exchange, rules, deadline);
      await deps.admission.admit(deadline, () => answerOperation(deps.apollo, exchange, body, context));
    } catch (fault) {
      // Nobody is there to be told.
      if (fault instanceof RequestAborted) throw fault;
      answerRefusal(exchange, refusalOf(exchange, fault));
    }
  },
});

const answerOperation = async (
  apollo: ApolloServer<QueryContext>,
  exchange: Exchange,
  body: QueryBody,
  context: QueryContext,
): Promise<void> => {
  const response = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: headersOf(exchange),
      search: exchange.query === '' ? '' : `?${exchange.query}`,
      body,
    },
    context: async () => context,
  });
  answer(exchange, response.status ?? 200, furtherOf(response), textOf(response));
};

/** What the library looks at: the types of request and answer. */
const headersOf = ({ request: { headers } }: Exchange): HeaderMap => {
  const map = new HeaderMap();
  if (headers['content-type'] !== undefined) map.set('content-type', headers['content-type']);
  if (headers.accept !== undefined) map.set('accept', headers.accept);
  return map;
};

/** The library lets some of its errors be stored, and counts the bytes as well; both are said already. */
const SAID: ReadonlySet<string> = new Set(['cache-control', 'content-length']);

const furtherOf = ({ headers }: HTTPGraphQLResponse): readonly string[] =>
  Array.from(headers)
    .filter(([name]) => !SAID.has(name))
    .flat();

const textOf = ({ body }: HTTPGraphQLResponse): string => {
  if (body.kind !== 'complete') throw new Error('an answer came in parts, which nobody has asked for');
  return body.string;
};
