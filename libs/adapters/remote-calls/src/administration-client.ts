import { randomUUID } from 'node:crypto';
import { EXPLAIN_PATH, explanationSchema, UNMERGE_PATH, unmergingSchema } from '@kith/contracts';
import type { Administration } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** The resolver as an administrator reaches it. */
export interface AdministrationClient extends Administration {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createAdministrationClient = (options: ResolverClientOptions): AdministrationClient => {
  const { post, close } = createSignedCalls(options);
  return {
    explain: ({ account, deadline }, call) =>
      post({
        path: EXPLAIN_PATH,
        body: { account, ...call },
        requestId: call.requestId,
        deadline,
        parse: (answer) => explanationSchema.parse(answer),
      }),
    unmerge: ({ account, deadline }, umid, caller) =>
      post({
        path: UNMERGE_PATH,
        body: { account, umid, caller },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => unmergingSchema.parse(answer),
      }),
    close,
  };
};
