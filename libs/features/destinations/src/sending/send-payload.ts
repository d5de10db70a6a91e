import type { DeliveryContent } from '@kith/domain/destinations';
import { deadlineIn } from '@kith/platform';
import type { Deadline, SendOutcome } from '@kith/ports';
import type { SeenProfile } from './batching-sender.ts';
import type { DestinationDeps } from './destination-deps.ts';

/** What came of one try to deliver something. */
export type AttemptResult =
  | { readonly kind: 'delivered' }
  /** Not for this destination, or not any more. */
  | { readonly kind: 'dropped' }
  | { readonly kind: 'retry'; readonly why: string; readonly afterMs?: number }
  | { readonly kind: 'refused'; readonly why: string };

export const DROPPED: AttemptResult = { kind: 'dropped' };

/** The process is ending, or the destination was paused: it waits for whoever takes care of it next. */
export const INTERRUPTED: AttemptResult = { kind: 'retry', why: 'it was interrupted' };

/** What is to be sent, and of whom it was made where that must hold when the call begins. */
export interface OutgoingPayload {
  readonly content: DeliveryContent;
  readonly payload: unknown;
  readonly seen?: SeenProfile;
}

/** Sends one payload, and remembers what that says of the destination. */
export const sendPayload = async (
  { send, breaker, clock, metrics }: Pick<DestinationDeps, 'send' | 'breaker' | 'clock' | 'metrics'>,
  deadline: Deadline,
  { content: { id, type, umid, at }, payload, seen }: OutgoingPayload,
): Promise<SendOutcome | 'changed'> => {
  const inTime = sooner(deadline, breaker.sending());
  const began = clock();
  const outcome = await send(inTime, { id, type, umid, at, payload }, seen);
  if (outcome === 'changed') return outcome;
  metrics.sent(Math.max(0, clock() - began));
  return recordAnswer(breaker, outcome);
};

const sooner = (deadline: Deadline, ms: number): Deadline =>
  ms < deadline.remainingMs() ? deadlineIn(ms) : deadline;

/** Of the destination: it answers or not, whatever it says of the delivery. */
const recordAnswer = (breaker: DestinationDeps['breaker'], outcome: SendOutcome): SendOutcome => {
  if (outcome.kind === 'retry') breaker.failed(outcome.why, outcome.afterMs);
  else breaker.succeeded();
  return outcome;
};
