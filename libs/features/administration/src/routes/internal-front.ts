import { DEADLINE_HEADER, RESOLVE_PATH, resolveCallSchema } from '@kith/contracts';
import {
  answerJson,
  deadlineIn,
  notFound,
  readBody,
  type Deadline,
  type Exchange,
  type Front,
} from '@kith/platform';
import type { Resolver } from '@kith/ports';
import { administrationRoutes, type Administrable } from './administration-routes.ts';
import { readCall, type InternalCall, type InternalRoute } from './internal-routes.ts';
import { mustBeSigned, type SignatureChecking } from './signature-check.ts';

/** What the internal routes take. */
export interface InternalFrontParts extends SignatureChecking, Administrable {
  readonly resolver: Resolver;
  /** The most that a call may bring, in bytes. */
  readonly bodyBytes: number;
}

/** `POST /internal/resolve` for the edge, and the calls of administrators; all of them signed. */
export const createInternalFront = (parts: InternalFrontParts): Front => {
  const routes = new Map([[RESOLVE_PATH, resolveRoute(parts.resolver)], ...administrationRoutes(parts)]);
  return {
    prefix: '/internal/',
    handle: async (exchange) => {
      const { path, request, log } = exchange;
      const route = request.method === 'POST' ? routes.get(path) : undefined;
      if (route === undefined) throw notFound();
      const body = (await readBody(request, parts.bodyBytes)).toString('utf8');
      mustBeSigned(parts, { path, headers: request.headers, body });
      answerJson(exchange, await route({ body, log, ...deadlinesOf(exchange) }));
    },
  };
};

const resolveRoute =
  ({ resolve }: Resolver): InternalRoute =>
  ({ body, deadline }) => {
    const { account, ...call } = readCall(resolveCallSchema, body);
    return resolve({ account, deadline }, call);
  };

/** The longest patience of a caller that is believed, in milliseconds. */
const MOST_PATIENCE_MS = 30_000;

/**
 * The caller's patience, and the deadline: that, where it is shorter than the server's own. Both are over when the caller
 * has hung up: its visitor may have asked again, by another resolver, and decided otherwise since. A decision that came
 * late would undo that.
 */
const deadlinesOf = ({
  request,
  response,
  deadline,
}: Exchange): Pick<InternalCall, 'deadline' | 'patience'> => {
  const said = Number(request.headers[DEADLINE_HEADER]);
  const patience = said >= 0 ? deadlineIn(Math.min(said, MOST_PATIENCE_MS)) : deadline;
  const unlessGone = (remainingMs: () => number): Deadline => ({
    remainingMs: () => (response.destroyed ? 0 : remainingMs()),
  });
  return {
    patience: unlessGone(patience.remainingMs),
    deadline: unlessGone(() => Math.min(patience.remainingMs(), deadline.remainingMs())),
  };
};
