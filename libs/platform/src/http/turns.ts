import type { ServerResponse } from 'node:http';

/** Pipelined requests of all connections together that are being answered. */
const MOST_AT_ONCE = 32;

/** Pipelined requests wait for their turn, so that whoever sends thousands at once delays nobody who sends one. */
export interface Turns {
  /** Calls `take` when it is this one's turn. */
  ask(take: () => void): void;
  /** Counts a request that a turn brought, until its answer is written. */
  began(response: ServerResponse): void;
  /** To be called now and then, and when an answer is out. */
  goOn(): void;
}

/** An answer behind one that nobody reads is written, but not out. */
const isBeingAnswered = (response: ServerResponse): boolean =>
  !response.writableEnded && !response.closed && !response.req.destroyed;

/**
 * In the order in which they ask, a few in each round of the event loop. Arrays and no sets: a set that is filled and emptied
 * all the time leaves tables behind that hold what was in it until the next large collection.
 */
export const createTurns = (): Turns => {
  const asking: (() => void)[] = [];
  let underWay: ServerResponse[] = [];
  let isDue = false;
  const give = (): void => {
    isDue = false;
    underWay = underWay.filter(isBeingAnswered);
    for (const take of asking.splice(0, Math.max(0, MOST_AT_ONCE - underWay.length))) take();
  };
  const goOn = (): void => {
    if (isDue || asking.length === 0) return;
    isDue = true;
    setImmediate(give);
  };
  return {
    ask: (take) => {
      asking.push(take);
      goOn();
    },
    began: (response) => void underWay.push(response),
    goOn,
  };
};
