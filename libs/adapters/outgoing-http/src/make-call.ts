import {
  type Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { type Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { DeadlineExceeded, errorCode } from '@kith/platform';
import type { Deadline, OutgoingCall, OutgoingOutcome } from '@kith/ports';
import { failed, failureOf } from './failure-of.ts';
import { readAnswer } from './read-answer.ts';

/** The most connections to one host; further calls wait for one. */
export const MAX_CONNECTIONS = 64;

/** The most unused connections that are kept to one host. */
export const MAX_KEPT = 16;

/** How long an unused connection is kept, in milliseconds: most servers end it after five seconds at the soonest. */
export const KEPT_MS = 4_000;

/** The most calls to one host that are under way or wait. */
export const MAX_CALLS = 1_024;

/** Keep connections. */
export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** A call that may be made. */
export interface MadeCall {
  readonly agents: Agents;
  readonly call: OutgoingCall;
  readonly deadline: Deadline;
  readonly url: URL;
  readonly maxBytes: number;
}

/** Makes a call; whatever goes wrong with it is an outcome, and ends its connection. */
export const makeCall = async (made: MadeCall): Promise<OutgoingOutcome> => {
  const { deadline, url } = made;
  if (deadline.remainingMs() <= 0) return failureOf(url.origin, tooLong());
  try {
    return await outcomeOf(send(made), made);
  } catch (error) {
    // Node has not begun with it: a header holds what no header may.
    return failed(url.origin, 'refused', errorCode(error) ?? 'the call cannot be made');
  }
};

const tooLong = () => new DeadlineExceeded('the call');

/** The most bytes of an answer's head. */
const MAX_HEAD_BYTES = 16_384;

const send = ({ agents, call: { method, headers, body }, url }: MadeCall): ClientRequest => {
  const isSecure = url.protocol === 'https:';
  const sent = (isSecure ? requestHttps : requestHttp)(url, {
    method,
    agent: isSecure ? agents.https : agents.http,
    maxHeaderSize: MAX_HEAD_BYTES,
    insecureHTTPParser: false,
    headers: { ...headers, 'accept-encoding': 'gzip', ...lengthOf(body) },
  });
  sent.end(body);
  return sent;
};

const lengthOf = (body: string | undefined): Record<string, number> =>
  body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };

/**
 * Settles when the answer is whole, or has begun where its body does not count, at the first fault, or at the deadline; the
 * latter two end the connection.
 */
const outcomeOf = (
  sent: ClientRequest,
  { call, deadline, url, maxBytes }: MadeCall,
): Promise<OutgoingOutcome> =>
  new Promise((resolve) => {
    const finish = (outcome: OutgoingOutcome): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (error: unknown): void => {
      finish(failureOf(url.origin, error));
      sent.destroy();
    };
    const timer = setTimeout(() => fail(tooLong()), deadline.remainingMs());
    const closed = (): void => fail(undefined);
    sent.on('error', fail).once('close', closed);
    sent.once('response', (response) => {
      sent.off('close', closed);
      if (call.ignoresBody === true) resolve(answered(response, ''));
      // Read in any case, as far as that is bounded: the connection serves the next call then.
      readAnswer(response, maxBytes).then((body) => finish(answered(response, body)), fail);
    });
  });

const answered = ({ statusCode, headers }: IncomingMessage, body: string): OutgoingOutcome => ({
  kind: 'answered',
  status: statusCode ?? 0,
  headers: flat(headers),
  body,
});

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
