/** What became of a piece of work: done, or refused because too much was waiting already. */
export type Gated<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'busy' };

/** Lets a few pieces of work run at once, a few more wait in order, and refuses the rest. */
export interface WorkGate {
  run<T>(work: () => Promise<T>): Promise<Gated<T>>;
}

/** How many pieces of work run at once, and how many may wait beside them. */
export interface WorkGateLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

export const createWorkGate = ({ atOnce, waiting }: WorkGateLimits): WorkGate => {
  const queue: (() => void)[] = [];
  let running = 0;

  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) return void (running += 1);
    return new Promise((resolve) => queue.push(resolve));
  };
  // The next in the queue takes over the place, so that nobody who comes later gets in between.
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (work) => {
      if (running >= atOnce && queue.length >= waiting) return { kind: 'busy' };
      await enter();
      try {
        return { kind: 'done', value: await work() };
      } finally {
        leave();
      }
    },
  };
};
