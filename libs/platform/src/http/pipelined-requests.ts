import type { ServerResponse } from 'node:http';

/** How many pipelined requests of all connections together are answered at once: what is alive at once outlives V8's young generation. */
const MAX_AT_ONCE = 16;

/** Pipelined requests queue up, so that whoever sends thousands at once delays nobody who sends one. */
export interface PipelinedRequests {
  /** Calls `take` when there is room for one more. */
  enqueue(take: () => void): void;
  /** Counts a request that was taken, until its answer is written. */
  began(response: ServerResponse): void;
  /** To be called now and then, and when an answer is out. */
  goOn(): void;
}

/**
 * An answer behind one that nobody reads is written, but not out. A request whose body is not there yet waits for its peer,
 * and perhaps for a turn: it must not keep that from itself and others.
 */
const isBeingAnswered = ({ writableEnded, closed, req }: ServerResponse): boolean =>
  req.complete && !writableEnded && !closed && !req.destroyed;

/**
 * In the order in which they come, a few in each round of the event loop. Arrays and no sets: a set that is filled and
 * emptied all the time leaves tables behind that hold what was in it until the next large collection.
 */
export const createPipelinedRequests = (): PipelinedRequests => {
  const queue: (() => void)[] = [];
  let underWay: ServerResponse[] = [];
  let isDue = false;
  const give = (): void => {
    isDue = false;
    underWay = underWay.filter(isBeingAnswered);
    for (const take of queue.splice(0, Math.max(0, MAX_AT_ONCE - underWay.length))) take();
  };
  const goOn = (): void => {
    if (isDue || queue.length === 0) return;
    isDue = true;
    setImmediate(give);
  };
  return {
    enqueue: (take) => {
      queue.push(take);
      goOn();
    },
    began: (response) => void underWay.push(response),
    goOn,
  };
};
