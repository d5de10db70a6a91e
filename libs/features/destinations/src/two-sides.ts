/** A room that work of one side or of the other is in, never of both. */
export interface TwoSides<Side extends string> {
  /** Runs work of a side, beside other work of it, when nothing of the other side is in the room. */
  enter<T>(side: Side, work: () => Promise<T>): Promise<T>;
}

/**
 * Whoever waits for the room keeps those of the other side who come later from going in before it, so that neither side
 * waits for ever. Work must end by a deadline of its own.
 */
export const createTwoSides = <Side extends string>(): TwoSides<Side> => {
  let present: Side | null = null;
  let inside = 0;
  let waiting: { readonly side: Side; readonly go: () => void }[] = [];
  const admit = (): void => {
    const [first] = waiting;
    if (inside > 0 || first === undefined) return;
    const admitted = waiting.filter(({ side }) => side === first.side);
    waiting = waiting.filter(({ side }) => side !== first.side);
    present = first.side;
    inside = admitted.length;
    for (const { go } of admitted) go();
  };
  const goIn = (side: Side): Promise<void> => {
    const isFree = inside === 0 || present === side;
    if (isFree && waiting.length === 0) {
      present = side;
      inside += 1;
      return Promise.resolve();
    }
    return new Promise((go) => waiting.push({ side, go }));
  };
  return {
    async enter(side, work) {
      await goIn(side);
      try {
        return await work();
      } finally {
        inside -= 1;
        admit();
      }
    },
  };
};
