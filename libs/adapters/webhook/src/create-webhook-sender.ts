import type { WebhookTarget } from '@kith/domain/destinations';
import type { Deadline, DestinationSender, OutgoingHttp, Delivery, SendOutcome } from '@kith/ports';
import { deadlineIn } from '@kith/platform';
import { authorized } from './authorized.ts';
import { outcomeOf } from './outcome-of.ts';
import { messageId, signMessage } from './sign-message.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

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
