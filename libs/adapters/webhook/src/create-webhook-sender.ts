import { createHmac, type KeyObject } from 'node:crypto';
import type { WebhookTarget } from '@kith/domain/destinations';
import { deadlineIn, readSmallFile } from '@kith/platform';
import type {
  Deadline,
  Delivery,
  DestinationSender,
  OutgoingHttp,
  OutgoingOutcome,
  SendOutcome,
} from '@kith/ports';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** Where a call goes, and what it shows. */
interface Authorized {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of a message that its signature covers. */
interface SignedMessage {
  readonly id: string;
  /** The moment of this try, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** What a sender of webhooks stands on. */
export interface WebhookSenderDeps {
  readonly target: WebhookTarget;
  readonly secrets: WebhookSecrets;
  readonly http: OutgoingHttp;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Ends the connections. */
  readonly close: () => void;
}

const CONTENT = { 'content-type': 'application/json', 'user-agent': 'Kith' };

/** POSTs each delivery by itself, signed by the scheme of Standard Webhooks. */
export const createWebhookSender = (deps: WebhookSenderDeps): DestinationSender => ({
  maxBatchSize: 1,
  send: async (deadline, deliveries) => {
    for (const delivery of deliveries) {
      const outcome = await sendOne(deps, sooner(deadline, deps.target.timeoutMs), delivery);
      if (outcome.kind !== 'delivered') return outcome;
    }
    return { kind: 'delivered' };
  },
  close: async () => deps.close(),
});

const sooner = (deadline: Deadline, timeoutMs: number): Deadline =>
  deadlineIn(Math.min(deadline.remainingMs(), timeoutMs));

const sendOne = async (
  deps: WebhookSenderDeps,
  deadline: Deadline,
  delivery: Delivery,
): Promise<SendOutcome> => {
  const { target, secrets, http, clock } = deps;
  const place = await authorized(target);
  if ('why' in place) return { kind: 'retry', why: place.why };
  const body = JSON.stringify(delivery.payload);
  const message = { id: messageId(delivery.id), timestamp: Math.floor(clock() / 1000), body };
  const headers = {
    ...secrets.headers,
    ...CONTENT,
    ...place.headers,
    ...signMessage(message, secrets.keys),
  };
  const outcome = await http.call(deadline, {
    ...{ method: 'POST', url: place.url, headers, body },
    ignoresBody: true,
  });
  return outcomeOf(outcome, clock());
};

/** The headers of Standard Webhooks 1.0.0: a signature for each key, so that the receiver may know any of them. */
const signMessage = (
  { id, timestamp, body }: SignedMessage,
  keys: readonly KeyObject[],
): Readonly<Record<string, string>> => {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
};

/** As Standard Webhooks asks: the same for each try, and without the full stop that separates what is signed. */
const messageId = (deliveryId: string): string =>
  deliveryId.replaceAll('.', '_').replace(/[^\x21-\x7e]/g, '_');

/** The most bytes of a file with a token. */
const MAX_BYTES = 16_384;

/**
 * Adds the receiver's token, read now: whoever renews it writes the file. What cannot be read is the end of a sentence
 * that shows nothing of it.
 */
const authorized = async ({
  url,
  authorization,
}: Pick<WebhookTarget, 'url' | 'authorization'>): Promise<Authorized | { readonly why: string }> => {
  if (authorization === null) return { url, headers: {} };
  const { tokenFile } = authorization;
  const read = await readSmallFile(tokenFile, MAX_BYTES);
  if (read.kind === 'unreadable') return { why: `${tokenFile}: ${read.why}` };
  const token = read.content.toString('utf8').trim();
  if (!/^[\x21-\x7e]+$/.test(token)) return { why: `${tokenFile}: holds no token` };
  if (authorization.in === 'header') return { url, headers: { authorization: `Bearer ${token}` } };
  const withToken = new URL(url);
  withToken.searchParams.set(authorization.parameter, token);
  return { url: withToken.href, headers: {} };
};

/**
 * Answers after which the same message is never wanted: Gone, of which Standard Webhooks says that nothing more is to be
 * sent; and the two that are about this message alone, too large and not understood. All else, 400 to 404 with it, may be
 * mended at the receiver's side or in the configuration, and is tried again.
 */
const FINAL: ReadonlySet<number> = new Set([410, 413, 422]);

/** What the receiver's answer means (Standard Webhooks 1.0.0, Delivery success and failure). No body is passed on. */
const outcomeOf = (outcome: OutgoingOutcome, now: number): SendOutcome => {
  if (outcome.kind === 'failed') return { kind: 'retry', why: outcome.detail };
  const { status, headers } = outcome;
  if (status >= 200 && status <= 299) return { kind: 'delivered' };
  const why = `answered with status ${status}`;
  if (FINAL.has(status)) return { kind: 'refused', why };
  const afterMs = retryAfterMs(headers['retry-after'], now);
  return { kind: 'retry', why, ...(afterMs === undefined ? {} : { afterMs }) };
};

/** The longest that a receiver is believed, in milliseconds: a day. */
const MAX_MS = 24 * 60 * 60 * 1000;

/** Milliseconds until a `Retry-After`: seconds, or a date of HTTP. undefined where it says nothing that could be read. */
const retryAfterMs = (text: string | undefined, now: number): number | undefined => {
  const wanted = text === undefined ? Number.NaN : millisecondsIn(text.trim(), now);
  return Number.isNaN(wanted) ? undefined : Math.min(MAX_MS, Math.max(0, wanted));
};

const millisecondsIn = (text: string, now: number): number =>
  /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now;

/** Other forms that a program may read as a date are none. */
const httpDate = (text: string): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
