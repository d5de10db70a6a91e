import { MAX_TIMER_MS, steadyClock } from '@kith/platform';
import type { Deadline } from '@kith/ports';

/** Tells of those whose deadline passes while they are watched. */
export interface DeadlineWatch<T> {
  add(one: T, deadline: Deadline): void;
  remove(one: T): void;
}

/** One timer for all: nearly everybody has an outcome long before the deadline, and a timer of its own cost as much as that. */
export const createDeadlineWatch = <T>(onDue: (one: T) => void): DeadlineWatch<T> => {
  const due = new Map<T, number>();
  let timer: NodeJS.Timeout | undefined;
  let strikesAt = Infinity;
  const disarm = (): void => {
    clearTimeout(timer);
    strikesAt = Infinity;
  };
  const strikeAt = (at: number): void => {
    clearTimeout(timer);
    strikesAt = at;
    timer = setTimeout(strike, Math.min(at - steadyClock(), MAX_TIMER_MS));
  };
  const strike = (): void => {
    const now = steadyClock();
    const late = Array.from(due).filter(([, at]) => at <= now);
    for (const [one] of late) due.delete(one);
    if (due.size === 0) disarm();
    else strikeAt(Math.min(...due.values()));
    for (const [one] of late) onDue(one);
  };
  return {
    add(one, deadline) {
      const at = steadyClock() + deadline.remainingMs();
      due.set(one, at);
      if (at < strikesAt) strikeAt(at);
    },
    remove(one) {
      if (due.delete(one) && due.size === 0) disarm();
    },
  };
};
