/**
 * A value that is replaced as a whole while the process runs, and what is derived from it. Whoever needs it for more
 * than one step takes `current()` once and keeps that: work that began under one value ends under it.
 */
export interface Live<T> {
  /** A property read: nothing is computed here. */
  readonly current: () => T;
  /**
   * What follows from the value, computed now and at every replacement, before anything is replaced. `before` is what
   * followed from the value before; undefined the first time.
   */
  map<U>(derive: (value: T, before: U | undefined) => U): Live<U>;
}

/** A live value and the right to replace it. */
export interface LiveSource<T> {
  readonly live: Live<T>;
  /**
   * Replaces the value and everything derived from it in one step. Where a derivation throws, so does this, and
   * nothing has changed anywhere.
   */
  replace(next: T): void;
}

type Swap = () => void;

interface Node<T> {
  readonly live: Live<T>;
  /** Computes what the next value brings, and answers with the steps that bring it into force. */
  prepare(next: T): readonly Swap[];
}

const createNode = <T>(first: T): Node<T> => {
  let present = first;
  const followers: ((next: T) => readonly Swap[])[] = [];
  return {
    live: {
      current: () => present,
      map: <U>(derive: (value: T, before: U | undefined) => U): Live<U> => {
        const node = createNode(derive(present, undefined));
        followers.push((next) => node.prepare(derive(next, node.live.current())));
        return node.live;
      },
    },
    prepare: (next) => [
      ...followers.flatMap((follow) => follow(next)),
      () => {
        present = next;
      },
    ],
  };
};

/** A live value that begins as `first`. */
export const createLive = <T>(first: T): LiveSource<T> => {
  const { live, prepare } = createNode(first);
  return {
    live,
    replace: (next) => {
      for (const swap of prepare(next)) swap();
    },
  };
};
