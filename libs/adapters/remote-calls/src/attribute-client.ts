import { randomUUID } from 'node:crypto';
import { RECOMPUTE_PATH, recomputedSchema } from '@kith/contracts';
import type { AttributeAdministration } from '@kith/ports';
import { createSignedCalls, type ResolverClientOptions } from './signed-calls.ts';

/** Attributes as an administrator reaches them by way of the resolver. */
export interface AttributeClient extends AttributeAdministration {
  close(): void;
}

/** Makes the client; its calls are signed, and end and fail like those of the edge. */
export const createAttributeClient = (options: ResolverClientOptions): AttributeClient => {
  const { post, close } = createSignedCalls(options);
  return {
    recompute: ({ account, deadline }, order) =>
      post({
        path: RECOMPUTE_PATH,
        body: { account, ...order },
        requestId: randomUUID(),
        deadline,
        parse: (answer) => recomputedSchema.parse(answer),
      }),
    close,
  };
};
