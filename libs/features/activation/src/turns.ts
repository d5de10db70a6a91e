/** Runs work that has a key in common one after the other, and other work beside it. */
export type Turns = (key: string, work: () => Promise<void>) => Promise<void>;

export const createTurns = (): Turns => {
  const last = new Map<string, Promise<void>>();
  return async (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const end = result.catch(() => undefined);
    last.set(key, end);
    try {
      await result;
    } finally {
      if (last.get(key) === end) last.delete(key);
    }
  };
};
