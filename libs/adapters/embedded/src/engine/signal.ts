/** Wakes those who wait for something to happen in this process. */
export interface Signal {
  notify(): void;
  /** Calls back after every `notify`; returns what ends that. */
  listen(wake: () => void): () => void;
}

/** Listeners run after the caller of `notify` has gone on, so that none of them can spoil its outcome. */
export const createSignal = (): Signal => {
  const listeners = new Set<() => void>();
  return {
    notify: () => listeners.forEach((wake) => queueMicrotask(() => listeners.has(wake) && wake())),
    listen(wake) {
      const listener = (): void => wake();
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
