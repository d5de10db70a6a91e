import { resolveCalls } from '@kith/contracts';
import { createAdmission, type Metrics } from '@kith/platform';
import type { Resolver } from '@kith/ports';
import { callsOver } from './calls-over.ts';
import { createSignedTransport, MAX_SOCKETS, type SignedTransportDeps } from './signed-transport.ts';

/** The client counts what it refuses. */
export interface ResolverClientDeps extends SignedTransportDeps {
  readonly metrics: Metrics;
}

/** The resolver as the edge reaches it: one signed HTTP call over kept connections. */
export interface ResolverClient extends Resolver {
  close(): void;
}

/** The resolver has a limit of its own, which is the lower one. */
const MIN_CALLS = 64;

/**
 * Makes the client. A call ends with the scope's deadline at the latest; no answer in time, a broken connection and
 * any status but 200 become `Unavailable`; what would have to wait too long for a connection, or for the resolver, becomes
 * `Overload`.
 */
export const createResolverClient = (deps: ResolverClientDeps): ResolverClient => {
  const transport = createSignedTransport(deps);
  const { resolve } = callsOver(transport, resolveCalls).resolver;
  const bounds = { least: MIN_CALLS, most: deps.maxSockets ?? MAX_SOCKETS };
  const admission = createAdmission({ work: 'resolver calls', ...bounds, metrics: deps.metrics });
  return {
    resolve: (scope, call) => admission.admit(scope.deadline, () => resolve(scope, call)),
    close: transport.close,
  };
};
