/** Runs one piece of work after the other, in the order of asking, whether or not those before it fail. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs work that has a key in common one after the other, and other work beside it. */
export type KeyedMutex = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

/**
 * Makes a mutex of this process. Work takes its place under all of its keys at once, so nothing ever waits in a circle; it
 * must end by a deadline of its own.
 */
export const createKeyedMutex = (): KeyedMutex => {
  const last = new Map<string, Promise<void>>();
  return async (keys, work) => {
    const before = Promise.all(keys.map(async (key) => last.get(key)));
    const result = before.then(work);
    const end = result.then(
      () => undefined,
      () => undefined,
    );
    for (const key of keys) last.set(key, end);
    try {
      return await result;
    } finally {
      for (const key of keys) if (last.get(key) === end) last.delete(key);
    }
  };
};

/** Makes a mutex of this process; work must end by a deadline of its own. */
export const createMutex = (): Mutex => {
  const lock = createKeyedMutex();
  return (work) => lock(['all'], work);
};
