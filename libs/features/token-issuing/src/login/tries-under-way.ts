import type { LoginFailures } from '@kith/ports';

/** Tries whose outcome is not stored yet; each counts as a failure until it is known to be none. */
export interface TriesUnderWay {
  /** Counts a try under each subject until the returned function is called. */
  begin(subjects: readonly string[]): () => void;
  /** The stored failures of a subject together with the tries under way, the asking one left out. */
  addTo(subject: string, stored: LoginFailures, now: number): LoginFailures;
}

/** Keeps a burst of parallel guesses from slipping past a count that only grows once they have failed. */
export const createTriesUnderWay = (): TriesUnderWay => {
  const counts = new Map<string, number>();
  const change = (subject: string, by: number): void => {
    const count = (counts.get(subject) ?? 0) + by;
    if (count === 0) counts.delete(subject);
    else counts.set(subject, count);
  };
  return {
    begin: (subjects) => {
      subjects.forEach((subject) => change(subject, 1));
      return () => subjects.forEach((subject) => change(subject, -1));
    },
    addTo: (subject, stored, now) => {
      const others = (counts.get(subject) ?? 1) - 1;
      if (others === 0) return stored;
      const oldest = stored.count === 0 ? now : stored.oldest;
      return { count: stored.count + others, oldest, newest: now };
    },
  };
};
