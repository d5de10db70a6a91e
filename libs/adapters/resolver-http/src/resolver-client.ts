import { RESOLVE_PATH, resolveAnswerSchema } from '@kith/contracts';
import type { Resolver } from '@kith/ports';
import { createSignedCalls } from './signed-calls.ts';
import type { ResolverClientOptions } from './signed-calls.ts';

/** The resolver as the edge reaches it: one signed HTTP call over kept connections. */
export interface ResolverClient extends Resolver {
  close(): void;
}

/**
 * Makes the client. A call ends with the scope's deadline at the latest; no answer in time, a broken connection and
 * any status but 200 become `Unavailable`.
 */
export const createResolverClient = (options: ResolverClientOptions): ResolverClient => {
  const { post, close } = createSignedCalls(options);
  return {
    resolve: ({ account, deadline }, call) =>
      post({
        path: RESOLVE_PATH,
        body: { account, ...call },
        requestId: call.requestId,
        deadline,
        parse: (answer) => resolveAnswerSchema.parse(answer),
      }),
    close,
  };
};
