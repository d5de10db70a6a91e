import { afterAll, describe, expect, test } from 'vitest';
import { postGraphql } from '../kit/analyst.ts';
import { send } from '../kit/http.ts';
import type { GraphqlStage } from './graphql-stage.ts';
import { hostileQueries } from './hostile-queries.ts';

type Answer = {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
};

/** Queries that mean no good: each gets an answer at once that is no fault and tells nothing of the inside. */
export const defineHostileQueries = (stage: GraphqlStage): void => {
  describe('a hostile query is answered and does no harm:', () => {
    afterAll(async () => {
      const answer = await postGraphql(stage.url(), stage.token(), '{ __typename }');
      expect(answer.json()).toEqual({ data: { __typename: 'Query' } });
    });

    test.each(hostileQueries)('%s', async (_what, body) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${stage.token()}` };
      const answer = await send(stage.url(), '/graphql', { method: 'POST', headers, body });
      expect([200, 400]).toContain(answer.status);
      const { errors = [] } = answer.json() as Answer;
      expect(errors.map(({ extensions }) => extensions?.code)).not.toContain('INTERNAL_SERVER_ERROR');
      expect(answer.text).not.toMatch(/node_modules|\.js:\d|\bat \w+ \(|stacktrace/);
    });
  });
};
