import { randomUUID } from 'node:crypto';
import { AUDIENCE_PATH, audiencePageSchema } from '@kith/contracts';
import type { AudienceExport } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** Audiences as an administrator reaches them by way of the resolver. */
export interface AudienceClient extends AudienceExport {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createAudienceClient = (options: ResolverClientOptions): AudienceClient => {
  const { post, close } = createSignedCalls(options);
  return {
    page: ({ account, deadline }, order, after) =>
      post({
        path: AUDIENCE_PATH,
        body: { account, ...order, after },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => audiencePageSchema.parse(answer),
      }),
    close,
  };
};
