/** Runs work that has a key in common one after the other, and other work beside it. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export const createTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const end = result.catch(() => undefined);
    last.set(key, end);
    try {
      return await result;
    } finally {
      if (last.get(key) === end) last.delete(key);
    }
  };
};
