import { createKeyedCounter } from '@kith/platform';
/** Tries that this process is making. */
export interface TriesUnderWay {
  count(subject: string): number;
  /** Counts a try under each subject until the returned function is called. */
  begin(subjects: readonly string[]): () => void;
  /** Resolves once a try of one of the subjects has ended. */
  ended(subjects: readonly string[]): Promise<void>;
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
      return () => end(subjects);
    },
    ended: (subjects) => new Promise((tell) => void watchers.add({ subjects, tell })),
  };
};

interface Watcher {
  readonly subjects: readonly string[];
  readonly tell: () => void;
}
