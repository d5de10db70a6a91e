import { RESOLVE_PATH, resolveAnswerSchema } from '@kith/contracts';
import { createAdmission, type Metrics } from '@kith/platform';
import type { Resolver } from '@kith/ports';
import { createSignedCalls, MOST_SOCKETS, type ResolverClientOptions } from './signed-calls.ts';

/** The client counts what it refuses. */
export interface MeasuredClientOptions extends ResolverClientOptions {
  readonly metrics: Metrics;
}

/** The resolver has a limit of its own, which is the lower one. */
const LEAST_CALLS = 64;

/** The resolver as the edge reaches it: one signed HTTP call over kept connections. */
export interface ResolverClient extends Resolver {
  close(): void;
}

/**
 * Makes the client. A call ends with the scope's deadline at the latest; no answer in time, a broken connection and
 * any status but 200 become `Unavailable`; what would have to wait too long for a connection, or for the resolver, becomes
 * `Overload`.
 */
export const createResolverClient = (options: MeasuredClientOptions): ResolverClient => {
  const { post, close } = createSignedCalls(options);
  const bounds = { least: LEAST_CALLS, most: options.maxSockets ?? MOST_SOCKETS };
  const admission = createAdmission({ work: 'resolver calls', ...bounds, metrics: options.metrics });
  return {
    resolve: ({ account, deadline }, call) =>
      admission.admit(deadline, () =>
        post({
          path: RESOLVE_PATH,
          body: { account, ...call },
          requestId: call.requestId,
          deadline,
          parse: (answer) => resolveAnswerSchema.parse(answer),
        }),
      ),
    close,
  };
};
