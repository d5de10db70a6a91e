/** Calls back after so many milliseconds, unless what it answers with is called before. */
export type Timer = (ms: number, then: () => void) => () => void;

/** The timers of the process, which keep nothing alive. */
export const processTimer: Timer = (ms, then) => {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
};
