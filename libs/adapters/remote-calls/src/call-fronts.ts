import type { IncomingHttpHeaders } from 'node:http';
import {
  DEADLINE_HEADER,
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
  Problem,
  readBody,
  type Deadline,
  type Exchange,
  type Front,
  type Keyring,
} from '@kith/platform';
import type { ServedCalls, TakenCall } from './serve-calls.ts';

/** What checking signatures takes. */
export interface SignedFrontDeps {
  /** Holds the secret `resolver`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** All calls have paths that begin with this. */
const PREFIX = '/internal/';
/** The most that a call may bring, in bytes: a whole info request and what was made of it. */
const MAX_CALL_BYTES = 1024 * 1024;

/**
 * Takes calls from whoever can connect: to be served only where the caller is known to be an administrator, as on a
 * socket that nobody else may open.
 */
export const createOpenFront = (calls: ServedCalls): Front =>
  frontOf(calls, ({ deadline }) => ({ deadline, patience: deadline }));

/** Takes calls that are signed for their path, about now, by who holds the secret; any other is a 401. */
export const createSignedFront = (deps: SignedFrontDeps, calls: ServedCalls): Front =>
  frontOf(calls, (exchange, body) => {
    const { path, request } = exchange;
    mustBeSigned(deps, { path, headers: request.headers, body });
    return deadlinesOf(exchange);
  });

/** Lets a call in, or throws, and says how long it may take. */
type Admit = (exchange: Exchange, body: string) => Pick<TakenCall, 'deadline' | 'patience'>;

const frontOf = (calls: ServedCalls, admit: Admit): Front => ({
  prefix: PREFIX,
  handle: async (exchange) => {
    const { path, request, log } = exchange;
    const call = request.method === 'POST' ? calls.get(path) : undefined;
    if (call === undefined) throw notFound();
    const body = (await readBody(request, MAX_CALL_BYTES)).toString('utf8');
    answerJson(exchange, await call({ body, log, ...admit(exchange, body) }));
  },
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
const deadlinesOf = ({ request, response, deadline }: Exchange): Pick<TakenCall, 'deadline' | 'patience'> => {
  const said = Number(request.headers[DEADLINE_HEADER]);
  const patience = said >= 0 ? deadlineIn(Math.min(said, MAX_PATIENCE_MS)) : deadline;
  const unlessGone = (remainingMs: () => number): Deadline => ({
    remainingMs: () => (response.destroyed ? 0 : remainingMs()),
  });
  return {
    patience: unlessGone(patience.remainingMs),
    deadline: unlessGone(() => Math.min(patience.remainingMs(), deadline.remainingMs())),
  };
};
