/** Waits that many milliseconds, or until the signal says stop; never rejects. */
export const pause = (milliseconds: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop?.aborted === true) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    stop?.addEventListener('abort', done);
  });
