import type { IncomingHttpHeaders } from 'node:http';
import {
  DEADLINE_HEADER,
  memberFaults,
  parseSignature,
  RESOLVE_PATH,
  resolveCallSchema,
  SIGNATURE_HEADER,
  SIGNATURE_TOLERANCE,
} from '@kith/contracts';
import { badRequest, deadlineIn, notFound, Problem, readBody } from '@kith/platform';
import type { Exchange, Front, Keyring } from '@kith/platform';
import type { Resolver } from '@kith/ports';

/** What the internal route takes. */
export interface ResolveFrontParts {
  readonly resolver: Resolver;
  /** Holds the secret `resolver`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The most that a call may bring, in bytes. */
  readonly bodyBytes: number;
}

/** `POST /internal/resolve`: the resolver's one call, for the edge alone. */
export const createResolveFront = (parts: ResolveFrontParts): Front => ({
  prefix: '/internal/',
  handle: async (exchange) => {
    if (exchange.path !== RESOLVE_PATH || exchange.request.method !== 'POST') throw notFound();
    const body = (await readBody(exchange.request, parts.bodyBytes)).toString('utf8');
    if (!isSigned(parts, exchange.request.headers, body)) throw new Problem(401);
    const { account, ...call } = readCall(body);
    const answer = await parts.resolver.resolve({ account, deadline: deadlineOf(exchange) }, call);
    sendJson(exchange, answer);
  },
});

const isSigned = (
  { keyring, clock }: ResolveFrontParts,
  headers: IncomingHttpHeaders,
  body: string,
): boolean => {
  const signature = parseSignature(headers[SIGNATURE_HEADER]);
  if (signature === null || Math.abs(clock() - signature.at) > SIGNATURE_TOLERANCE) return false;
  return keyring.verify('resolver', signature.mac, String(signature.at), body);
};

const readCall = (body: string) => {
  const parsed = resolveCallSchema.safeParse(parseJson(body));
  if (!parsed.success) throw badRequest(memberFaults(parsed.error));
  return parsed.data;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest([{ pointer: '', detail: 'not JSON' }]);
  }
};

/** The caller's patience, where it is shorter than the server's own. */
const deadlineOf = ({ request, deadline }: Exchange) => {
  const patience = Number(request.headers[DEADLINE_HEADER]);
  return patience >= 0 && patience < deadline.remainingMs() ? deadlineIn(patience) : deadline;
};

const sendJson = ({ response }: Exchange, value: unknown): void => {
  const body = JSON.stringify(value);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
};
