import type { Access } from './access.ts';
import type { GraphqlRequest } from './graphiql-globals.ts';

/** What `/graphql` answered. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request with a token; where that has expired and a new one can be had, once more with the new one. */
export const askGraphql = async (access: Access, request: GraphqlRequest): Promise<GraphqlAnswer> => {
  const answer = await post(await access.token(false), request);
  return answer.status === 401 && access.renewable ? post(await access.token(true), request) : answer;
};

const post = async (token: string, request: GraphqlRequest): Promise<GraphqlAnswer> => {
  const response = await fetch('graphql', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    credentials: 'omit',
    body: JSON.stringify(request),
  });
  return { status: response.status, body: await response.json() };
};
