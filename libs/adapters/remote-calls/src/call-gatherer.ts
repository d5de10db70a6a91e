import { MAX_CALL_BYTES, MAX_GATHERED_CALLS } from '@kith/contracts';
import { groupSize, type GroupBounds } from '@kith/platform';
import type { PendingCall } from './pending-call.ts';
import { sizeInRequest } from './post-calls.ts';

export interface CallGathererDeps {
  /** Posts calls as one request; `onAnswered` is called whenever something of the answer is there, and at the end. */
  readonly post: (calls: readonly PendingCall[], onAnswered: () => void) => void;
  /** How many can be asked at the same time. */
  readonly replicas: () => number;
  /** How long a request that nothing answers holds up others, in milliseconds. */
  readonly maxHoldMs: number;
}

/**
 * How many requests for each replica may wait for the beginning of their answer before the next calls wait for that: while a
 * resolver decides about one group it has the next ones at hand.
 */
const MAX_UNANSWERED = 4;

/** What goes into one request. */
const ONE_REQUEST: GroupBounds<PendingCall> = {
  maxItems: MAX_GATHERED_CALLS,
  weightOf: sizeInRequest,
  maxWeight: MAX_CALL_BYTES,
};

/**
 * Takes calls one by one and posts those of one turn of the loop together; while as many requests as may wait for their
 * answers, those that come until then.
 */
export const createCallGatherer = ({
  post,
  replicas,
  maxHoldMs,
}: CallGathererDeps): ((call: PendingCall) => void) => {
  const maxUnanswered = (): number => MAX_UNANSWERED * Math.max(1, replicas());
  let waiting: PendingCall[] = [];
  let unanswered = 0;
  let isDue = false;
  const plan = (): void => {
    if (isDue || waiting.length === 0 || unanswered >= maxUnanswered()) return;
    isDue = true;
    setImmediate(postSome);
  };
  const goOn = (): void => {
    unanswered -= 1;
    plan();
  };
  const postSome = (): void => {
    isDue = false;
    waiting = waiting.filter(({ isSettled }) => !isSettled);
    const calls = waiting.splice(0, groupSize(waiting, ONE_REQUEST));
    if (calls.length === 0) return;
    unanswered += 1;
    post(calls, onceWithin(maxHoldMs, goOn));
    plan();
  };
  return (call) => {
    waiting.push(call);
    plan();
  };
};

/** Calls `then` once: when the result is called first, or so many milliseconds from now. */
const onceWithin = (ms: number, then: () => void): (() => void) => {
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    then();
  };
  const timer = setTimeout(end, ms);
  timer.unref();
  return end;
};
