import type { IncomingHttpHeaders } from 'node:http';
import {
  DEADLINE_HEADER,
  MAX_CALL_BYTES,
  parseSignature,
  problemKind,
  SIGNATURE_HEADER,
  SIGNATURE_TOLERANCE,
  signedParts,
} from '@kith/contracts';
import {
  answerJson,
  deadlineIn,
  notFound,
  parseJson,
  Problem,
  readBody,
  type Deadline,
  type Exchange,
  type Front,
  type Keyring,
  type Logger,
} from '@kith/platform';
import { answerCalls } from './answer-calls.ts';
import type { ServedCall, ServedCalls, TakenCall } from './serve-calls.ts';

export interface SignedFrontDeps {
  /** Holds the secret `resolver`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
}

/** All calls have paths that begin with this. */
const PREFIX = '/internal/';

/**
 * Takes calls from whoever can connect: to be served only where the caller is known to be an administrator, as on a
 * socket that nobody else may open.
 */
export const createOpenFront = (calls: ServedCalls): Front =>
  frontOf(calls, async (exchange, call, text) => {
    const { deadline, log } = exchange;
    const taken = { body: parseJson(text), deadline, patience: deadline, log: () => log };
    answerJson(exchange, await call.answer(taken));
  });

/** Takes calls that are signed for their path, about now, by who holds the secret; any other is a 401. */
export const createSignedFront = (deps: SignedFrontDeps, calls: ServedCalls): Front =>
  frontOf(calls, async (exchange, call, text) => {
    const { path, request } = exchange;
    mustBeSigned(deps, { path, headers: request.headers, body: text });
    const body = parseJson(text);
    if (call.isGathered && Array.isArray(body)) return answerGathered(deps, exchange, call, body);
    const deadlines = deadlinesOf(exchange, Number(request.headers[DEADLINE_HEADER]));
    answerJson(exchange, await call.answer({ body, ...deadlines, log: () => exchange.log }));
  });

/** Answers a call, of which `text` is the body. */
type AnswerCall = (exchange: Exchange, call: ServedCall, text: string) => Promise<void>;

const frontOf = (calls: ServedCalls, answerCall: AnswerCall): Front => ({
  prefix: PREFIX,
  handle: async (exchange) => {
    const { path, request } = exchange;
    const call = request.method === 'POST' ? calls.get(path) : undefined;
    if (call === undefined) throw notFound();
    await answerCall(exchange, call, (await readBody(request, MAX_CALL_BYTES)).toString('utf8'));
  },
});

const answerGathered = (
  { logger }: SignedFrontDeps,
  exchange: Exchange,
  served: ServedCall,
  calls: readonly unknown[],
): Promise<void> =>
  answerCalls(exchange, {
    served,
    calls,
    take: (remainingMs, requestId) => ({
      ...deadlinesOf(exchange, remainingMs),
      log: () => logger.child({ requestId }),
    }),
  });

interface SignedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const REFUSED = problemKind('signature_refused');

const mustBeSigned = ({ keyring, clock }: SignedFrontDeps, { path, headers, body }: SignedCall): void => {
  const signature = parseSignature(headers[SIGNATURE_HEADER]);
  if (signature === null || Math.abs(clock() - signature.at) > SIGNATURE_TOLERANCE)
    throw new Problem(REFUSED);
  const { at, mac } = signature;
  if (!keyring.verify('resolver', mac, ...signedParts({ at, path, body }))) throw new Problem(REFUSED);
};

/** The longest patience of a caller that is believed, in milliseconds. */
const MAX_PATIENCE_MS = 30_000;

/**
 * The caller's patience, and the deadline: that, where it is shorter than the server's own. Both are over when the caller
 * has hung up: its visitor may have asked again, by another resolver, and decided otherwise since. A decision that came
 * late would undo that.
 */
const deadlinesOf = (
  { response, deadline }: Exchange,
  saidMs: number,
): Pick<TakenCall, 'deadline' | 'patience'> => {
  const patience = saidMs >= 0 ? deadlineIn(Math.min(saidMs, MAX_PATIENCE_MS)) : deadline;
  const unlessGone = (remainingMs: () => number): Deadline => ({
    remainingMs: () => (response.destroyed ? 0 : remainingMs()),
  });
  return {
    patience: unlessGone(patience.remainingMs),
    deadline: unlessGone(() => Math.min(patience.remainingMs(), deadline.remainingMs())),
  };
};
