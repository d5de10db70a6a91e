import { createSignal, type Signal } from './signal.ts';

/** A signal that also wakes at every interval while somebody listens. */
export interface PollingSignal extends Signal {
  close(): void;
}

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
