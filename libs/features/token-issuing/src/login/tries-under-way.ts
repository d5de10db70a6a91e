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
  const counts = new Map<string, number>();
  const watchers = new Set<Watcher>();
  const count = (subject: string): number => counts.get(subject) ?? 0;
  const change = (subject: string, by: number): void => {
    const changed = count(subject) + by;
    if (changed === 0) counts.delete(subject);
    else counts.set(subject, changed);
  };
  const end = (subjects: readonly string[]): void => {
    subjects.forEach((subject) => change(subject, -1));
    for (const watcher of watchers) {
      if (!watcher.subjects.some((subject) => subjects.includes(subject))) continue;
      watchers.delete(watcher);
      watcher.tell();
    }
  };
  return {
    count,
    begin: (subjects) => {
      subjects.forEach((subject) => change(subject, 1));
      return () => end(subjects);
    },
    ended: (subjects) => new Promise((tell) => void watchers.add({ subjects, tell })),
  };
};

interface Watcher {
  readonly subjects: readonly string[];
  readonly tell: () => void;
}
