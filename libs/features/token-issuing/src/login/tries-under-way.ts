import { createKeyedCounter } from '@kith/platform';

/** Tries that this process is making. */
export interface TriesUnderWay {
  count(subject: string): number;
  /** Counts a try under each subject until it ends. */
  begin(subjects: readonly string[]): TryUnderWay;
  /** Resolves once a try of one of the subjects has ended. */
  ended(subjects: readonly string[]): Promise<void>;
}

/** A try that is counted. */
export interface TryUnderWay {
  /** It was made. */
  end(): void;
  /** It was not made after all: nobody who waits hears of it, for the store still says what it said. */
  withdraw(): void;
}

/** What this process knows without asking the store; the store counts for all processes. */
export const createTriesUnderWay = (): TriesUnderWay => {
  const counter = createKeyedCounter();
  const watchers = new Set<Watcher>();
  const end = (subjects: readonly string[]): void => {
    counter.add(subjects, -1);
    for (const watcher of watchers) {
      if (!watcher.subjects.some((subject) => subjects.includes(subject))) continue;
      watchers.delete(watcher);
      watcher.tell();
    }
  };
  return {
    count: counter.count,
    begin: (subjects) => {
      counter.add(subjects, 1);
      return { end: () => end(subjects), withdraw: () => counter.add(subjects, -1) };
    },
    ended: (subjects) => new Promise((tell) => void watchers.add({ subjects, tell })),
  };
};

interface Watcher {
  readonly subjects: readonly string[];
  readonly tell: () => void;
}
