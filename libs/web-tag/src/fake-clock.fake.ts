import { setImmediate as turn } from 'node:timers/promises';

/** Timers and a clock that stand still until they are told to go on. */
export const fakeClock = () => {
  let now = 1_790_000_000_000;
  let ahead = 0;
  let last = 0;
  const timers = new Map<number, { readonly at: number; readonly act: () => void }>();

  const nextBefore = (end: number): number | undefined => {
    const due = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at);
    return due[0]?.[0];
  };
  const pass = async (ms: number): Promise<void> => {
    const end = now + ms;
    await turn();
    for (let id = nextBefore(end); id !== undefined; id = nextBefore(end)) {
      const { at, act } = timers.get(id)!;
      timers.delete(id);
      now = Math.max(now, at);
      act();
      await turn();
    }
    now = end;
  };
  const globals = {
    Date: { now: () => now + ahead },
    performance: { now: () => now },
    setTimeout: (act: () => void, ms = 0): number => {
      last += 1;
      timers.set(last, { at: now + ms, act });
      return last;
    },
    clearTimeout: (id: number): void => void timers.delete(id),
  };
  /** What the clock of the day shows changes; time goes on as before. */
  const setClock = (ms: number): void => void (ahead += ms);
  return { globals, pass, setClock };
};
