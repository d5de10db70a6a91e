import { MAX_CALL_BYTES, MAX_GATHERED_CALLS } from '@kith/contracts';
import type { PendingCall } from './pending-call.ts';
import { sizeInRequest } from './post-calls.ts';

export interface CallGathererDeps {
  /** Posts calls as one request; `onAnswered` is called whenever something of the answer is there, and at the end. */
  readonly post: (calls: readonly PendingCall[], onAnswered: () => void) => void;
  /** How long a request that nothing answers holds up others, in milliseconds. */
  readonly maxHoldMs: number;
}

/**
 * How many requests may wait for the beginning of their answer before the next calls wait for that: while the resolver
 * decides about one group it has the next ones at hand.
 */
const MAX_UNANSWERED = 4;

/**
 * Takes calls one by one and posts those of one turn of the loop together; while as many requests as may wait for their
 * answers, those that come until then.
 */
export const createCallGatherer = ({ post, maxHoldMs }: CallGathererDeps): ((call: PendingCall) => void) => {
  let waiting: PendingCall[] = [];
  let unanswered = 0;
  let isDue = false;
  const plan = (): void => {
    if (isDue || waiting.length === 0 || unanswered === MAX_UNANSWERED) return;
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
    const calls = waiting.splice(0, fitting(waiting));
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

/** How many of the calls go into one request; the first always does. */
const fitting = (calls: readonly PendingCall[]): number => {
  let bytes = 0;
  const tooMany = calls.findIndex((call, index) => {
    bytes += sizeInRequest(call);
    return index > 0 && (index === MAX_GATHERED_CALLS || bytes > MAX_CALL_BYTES);
  });
  return tooMany < 0 ? calls.length : tooMany;
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
