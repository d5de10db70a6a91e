/** Tries that are being made: their outcome does not stand in the store yet. */
export interface TriesUnderWay {
  /** Counts a try under each subject until the returned function is called. */
  begin(subjects: readonly string[]): () => void;
  /** To be opened before the stored failures are read, and closed by whoever opened it. */
  look(subjects: readonly string[]): Look;
}

/** What the tries of some subjects do while somebody looks. */
export interface Look {
  /** The tries that are under way, and those that ended since: what was read may lack the outcome of either. */
  count(subject: string): number;
  /** Resolves once one of the tries has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Keeps a burst of parallel guesses from slipping past a count that only grows once they have failed. */
export const createTriesUnderWay = (): TriesUnderWay => {
  const running = createTally();
  const watchers = new Set<(subjects: readonly string[]) => void>();

  const end = (subjects: readonly string[]): void => {
    running.add(subjects, -1);
    watchers.forEach((tell) => tell(subjects));
  };
  return {
    begin: (subjects) => {
      running.add(subjects, 1);
      return () => end(subjects);
    },
    look: (subjects) => {
      const since = createTally();
      let resolve = (): void => undefined;
      const ended = new Promise<void>((done) => (resolve = done));
      const tell = (over: readonly string[]): void => {
        since.add(over, 1);
        if (over.some((subject) => subjects.includes(subject))) resolve();
      };
      watchers.add(tell);
      return {
        count: (subject) => running.of(subject) + since.of(subject),
        ended,
        close: () => void watchers.delete(tell),
      };
    },
  };
};

interface Tally {
  add(subjects: readonly string[], by: number): void;
  of(subject: string): number;
}

const createTally = (): Tally => {
  const counts = new Map<string, number>();
  const of = (subject: string): number => counts.get(subject) ?? 0;
  const change = (subject: string, by: number): void => {
    const count = of(subject) + by;
    if (count === 0) counts.delete(subject);
    else counts.set(subject, count);
  };
  return { of, add: (subjects, by) => subjects.forEach((subject) => change(subject, by)) };
};
