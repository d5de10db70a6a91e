import { DEADLINE_HEADER } from '@kith/contracts';
import { errorCode } from '@kith/platform';
import { postJson, type JsonAnswer } from './post-json.ts';
import { readProblem } from './read-problem.ts';
import {
  APP,
  createResolverConnection,
  MAX_ANSWER_BYTES,
  refused,
  unreachable,
  type ResolverConnection,
  type ResolverConnectionDeps,
} from './resolver-connection.ts';
import type { Replica } from './replicas.ts';
import { readAnswer, type PostedCall, type Transport } from './transport.ts';

/** Carries signed calls to the resolver over kept connections. */
export interface SignedTransport extends Transport {
  close(): void;
}

/**
 * Makes the transport, each call a request of its own. A call ends with its deadline at the latest; no answer in time, a
 * broken connection and any status but 200 become `Unavailable`, but 503 becomes `Overload`, as the resolver said it. Where a
 * replica cannot be reached another one is asked; no call that was sent is made again by itself.
 */
export const createSignedTransport = (deps: ResolverConnectionDeps): SignedTransport => {
  const connection = createResolverConnection(deps);
  return {
    app: APP,
    post: async (call) => {
      const answer = await postTwiceAtMost(connection, call).catch((cause: unknown) => {
        throw unreachable(cause);
      });
      if (answer.status === 200) return readAnswer(APP, answer.text);
      const retryAfter = Number(answer.headers['retry-after'] ?? 1);
      throw refused({ status: answer.status, ...readProblem(answer.text), retryAfter });
    },
    close: connection.close,
  };
};

/** Codes of connections that were never made: the call cannot have had an effect. */
const NOT_TAKEN: ReadonlySet<string | undefined> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);

const postTwiceAtMost = async (connection: ResolverConnection, call: PostedCall): Promise<JsonAnswer> => {
  const first = await connection.replica();
  try {
    return await postTo(connection, first, call);
  } catch (cause) {
    if (!NOT_TAKEN.has(errorCode(cause))) throw cause;
    return postTo(connection, await connection.replica(first), call);
  }
};

const postTo = async (
  { optionsOf, sign }: ResolverConnection,
  replica: Replica,
  call: PostedCall,
): Promise<JsonAnswer> => {
  const { path, body, deadline } = call;
  const headers = {
    host: replica.address.authority,
    [DEADLINE_HEADER]: Math.floor(deadline.remainingMs()),
    ...sign(path, body),
  };
  try {
    const answer = await postJson(call, { ...optionsOf(replica), headers }, MAX_ANSWER_BYTES);
    replica.answers(answer.headers.connection === 'close');
    return answer;
  } catch (cause) {
    replica.failed();
    throw cause;
  }
};
