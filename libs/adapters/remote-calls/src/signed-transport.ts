import { DEADLINE_HEADER } from '@kith/contracts';
import { postJson } from './post-json.ts';
import { readProblem } from './read-problem.ts';
import {
  APP,
  createResolverConnection,
  MAX_ANSWER_BYTES,
  refused,
  unreachable,
  type ResolverConnectionDeps,
} from './resolver-connection.ts';
import { readAnswer, type Transport } from './transport.ts';

/** Carries signed calls to the resolver over kept connections. */
export interface SignedTransport extends Transport {
  close(): void;
}

/**
 * Makes the transport, each call a request of its own. A call ends with its deadline at the latest; no answer in time, a
 * broken connection and any status but 200 become `Unavailable`, but 503 becomes `Overload`, as the resolver said it.
 */
export const createSignedTransport = (deps: ResolverConnectionDeps): SignedTransport => {
  const { options, sign, close } = createResolverConnection(deps);
  return {
    app: APP,
    post: async (call) => {
      const { path, body, deadline } = call;
      const headers = { [DEADLINE_HEADER]: Math.floor(deadline.remainingMs()), ...sign(path, body) };
      const answer = await postJson(call, { ...options, headers }, MAX_ANSWER_BYTES).catch(
        (cause: unknown) => {
          throw unreachable(cause);
        },
      );
      if (answer.status === 200) return readAnswer(APP, answer.text);
      const retryAfter = Number(answer.headers['retry-after'] ?? 1);
      throw refused({ status: answer.status, ...readProblem(answer.text), retryAfter });
    },
    close,
  };
};
