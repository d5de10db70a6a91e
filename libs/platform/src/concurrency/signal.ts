/** Wakes those who wait for something to happen. */
export interface Signal {
  notify(): void;
  /** Calls back after every `notify`; returns what ends that. */
  listen(wake: () => void): () => void;
}

/** A signal that also wakes at every interval while somebody listens. */
export interface PollingSignal extends Signal {
  close(): void;
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

/** For what other processes do: nobody tells this one of it. */
export const createPollingSignal = (intervalMs: number): PollingSignal => {
  const signal = createSignal();
  let listeners = 0;
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  return {
    notify: signal.notify,
    listen(wake) {
      const end = signal.listen(wake);
      listeners += 1;
      timer ??= setInterval(signal.notify, intervalMs).unref();
      let ended = false;
      return () => {
        end();
        if (!ended && (listeners -= 1) === 0) stop();
        ended = true;
      };
    },
    close: stop,
  };
};
