import type { MetricCounter, Metrics } from '@kith/platform';
import { createCallGatherer } from './call-gatherer.ts';
import { PendingCall } from './pending-call.ts';
import { postCalls } from './post-calls.ts';
import {
  APP,
  createResolverConnection,
  type ResolverConnection,
  type ResolverConnectionDeps,
} from './resolver-connection.ts';
import type { SignedTransport } from './signed-transport.ts';

/** How long a request without an answer holds up others, in milliseconds: a resolver that hangs is not the only one. */
const MAX_HOLD_MS = 20;

/** What calls are gathered with. */
export interface GatheringTransportDeps extends ResolverConnectionDeps {
  readonly metrics: Metrics;
}

/**
 * Carries calls to one path of the resolver, several in one signed request (`createCallGatherer`). Each call ends with its
 * own deadline at the latest, and comes to what it would come to alone (`createSignedTransport`).
 */
export const createGatheringTransport = (deps: GatheringTransportDeps, path: string): SignedTransport => {
  const connection = createResolverConnection(deps);
  const repeated = countCalls(deps.metrics, connection);
  const add = createCallGatherer({
    post: (calls, onAnswered) =>
      void postCalls(connection, { path, calls, onAnswered, onRepeated: (count) => repeated.inc({}, count) }),
    replicas: connection.replicas,
    maxHoldMs: MAX_HOLD_MS,
  });
  return {
    app: APP,
    post: (posted) => {
      const call = new PendingCall(posted);
      add(call);
      return call.outcome;
    },
    close: connection.close,
  };
};

/** Answers with what counts the calls that are made once more. */
const countCalls = (metrics: Metrics, { replicas }: ResolverConnection): MetricCounter => {
  metrics.gauge('kith_resolver_replicas', 'Addresses at which calls find the resolver', [], replicas);
  return metrics.counter(
    'kith_resolver_repeated_calls_total',
    'Calls to the resolver that were made once more, as the connection was not made or broke',
  );
};
