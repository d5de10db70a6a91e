import { performance } from 'node:perf_hooks';
import { resolveCalls } from '@kith/contracts';
import { createAdmission, createCallMetrics, type CallFailure, type CallMetrics } from '@kith/platform';
import { Unavailable, type Resolver } from '@kith/ports';
import { callsOver } from './calls-over.ts';
import { createGatheringTransport, type GatheringTransportDeps } from './gathering-transport.ts';

/** The client counts what it refuses. */
export interface ResolverClientDeps extends GatheringTransportDeps {
  /** A short text that no call had before. */
  readonly newCallId: () => string;
}

/** The resolver as the edge reaches it: calls that come together are one signed request over kept connections. */
export interface ResolverClient extends Resolver {
  close(): void;
}

/** The resolver has a limit of its own, which is the lower one: calls that wait there are decided in one group. */
const CALLS = { least: 64, most: 1_024 };

/**
 * Makes the client. A call ends with the scope's deadline at the latest; no answer in time, a broken connection and
 * any status but 200 become `Unavailable`; what would have to wait too long for the resolver becomes `Overload`.
 */
export const createResolverClient = (deps: ResolverClientDeps): ResolverClient => {
  const transport = createGatheringTransport(deps, resolveCalls.resolver.resolve.path);
  const { resolve } = callsOver(transport, resolveCalls).resolver;
  const calls = createCallMetrics(deps.metrics, 'resolver', 'resolve');
  const admission = createAdmission({ work: 'resolver calls', ...CALLS, metrics: deps.metrics });
  return {
    resolve: (scope, call) => {
      // One id for all that becomes of the call, however often it travels.
      const identified = { ...call, callId: deps.newCallId() };
      return counted(calls, () => admission.admit(scope.deadline, () => resolve(scope, identified)));
    },
    close: transport.close,
  };
};

const counted = async <T>(calls: CallMetrics, call: () => Promise<T>): Promise<T> => {
  const began = performance.now();
  try {
    const answer = await call();
    calls.ended(performance.now() - began);
    return answer;
  } catch (error) {
    calls.ended(performance.now() - began, failureOf(error));
    throw error;
  }
};

const failureOf = (error: unknown): CallFailure => {
  if (!(error instanceof Unavailable) || error.code !== undefined) return 'refused';
  return error.cause === undefined ? 'late' : 'unreachable';
};
