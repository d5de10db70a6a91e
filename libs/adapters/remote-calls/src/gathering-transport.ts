import { createCallGatherer } from './call-gatherer.ts';
import { PendingCall } from './pending-call.ts';
import { postCalls } from './post-calls.ts';
import { APP, createResolverConnection, type ResolverConnectionDeps } from './resolver-connection.ts';
import type { SignedTransport } from './signed-transport.ts';

/** How long a request without an answer holds up others, in milliseconds: a resolver that hangs is not the only one. */
const MAX_HOLD_MS = 20;

/**
 * Carries calls to one path of the resolver, several in one signed request (`createCallGatherer`). Each call ends with its
 * own deadline at the latest, and comes to what it would come to alone (`createSignedTransport`).
 */
export const createGatheringTransport = (deps: ResolverConnectionDeps, path: string): SignedTransport => {
  const connection = createResolverConnection(deps);
  const add = createCallGatherer({
    post: (calls, onAnswered) => postCalls(connection, { path, calls }, onAnswered),
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
