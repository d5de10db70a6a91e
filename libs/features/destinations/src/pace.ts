/** When a loop goes on: when it is woken, after a rest, or not at all. */
export interface Pace {
  readonly wake: () => void;
  stop(): void;
  isStopped(): boolean;
  /** Ends after so many milliseconds, or sooner when it is woken or stopped. */
  rest(ms: number): Promise<void>;
}

export const createPace = (): Pace => {
  let [isStopped, isWoken] = [false, false];
  let go: () => void = () => undefined;
  const wake = (): void => {
    isWoken = true;
    go();
  };
  return {
    wake,
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true;
      wake();
    },
    rest: async (ms) => {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        go = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isStopped || isWoken) go();
      });
      isWoken = false;
    },
  };
};
