import { describe, expect, test } from 'vitest';
import { auditServer, type AuditResult } from 'graphql-http';
import type { GraphqlStage } from './graphql-stage.ts';

/** What the audits find that Kith does on purpose: see docs/decisions/0023-graphiql-and-limits.md. */
const onPurpose = [
  'MAY accept application/x-www-form-urlencoded formatted GET requests',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
];

export const defineAudits = (stage: GraphqlStage): void => {
  describe('the audits of graphql-http', () => {
    test('find no MUST that fails, and no SHOULD but those that are meant', async () => {
      const results: AuditResult[] = await auditServer({
        url: `${stage.url()}/graphql`,
        fetchFn: (input: string, init: RequestInit = {}) => {
          const headers = new Headers(init.headers);
          headers.set('authorization', `Bearer ${stage.token()}`);
          return fetch(input, { ...init, headers });
        },
      });
      const failed = results.filter(({ status }) => status !== 'ok').map(({ name }) => name);
      expect(results.length).toBeGreaterThan(50);
      expect(failed.sort()).toEqual([...onPurpose].sort());
    });
  });
};
