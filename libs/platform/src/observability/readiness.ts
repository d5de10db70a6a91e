import { deadlineIn, within } from '../concurrency/deadline.ts';

export type ReadinessCheck = () => Promise<boolean> | boolean;

/** Whether the process should get traffic. Unready ("starting") until `setReady`. */
export interface Readiness {
  setReady(): void;
  setUnready(reason: string): void;
  /** A check that fails, throws or does not answer makes the process unready under its name. */
  addCheck(name: string, check: ReadinessCheck): void;
  /** Something that holds now and then, and that operators should see, though the process is ready. */
  addNote(note: string, holds: () => boolean): void;
  notes(): readonly string[];
  /** Why the process is not ready; empty when it is. */
  unreadyReasons(): Promise<readonly string[]>;
  isReady(): Promise<boolean>;
}

const CHECK_MS = 2_000;

const failed = async ([name, check]: readonly [string, ReadinessCheck]): Promise<string[]> => {
  const answer = Promise.resolve().then(check);
  const passed = await within(deadlineIn(CHECK_MS), name, answer).catch(() => false);
  return passed ? [] : [name];
};

export const createReadiness = (): Readiness => {
  const checks = new Map<string, ReadinessCheck>();
  const notes = new Map<string, () => boolean>();
  let reason: string | null = 'starting';
  const unreadyReasons = async (): Promise<readonly string[]> => {
    if (reason !== null) return [reason];
    return (await Promise.all([...checks].map(failed))).flat();
  };
  return {
    setReady: () => {
      reason = null;
    },
    setUnready: (why) => {
      reason = why;
    },
    addCheck: (name, check) => {
      checks.set(name, check);
    },
    addNote: (note, holds) => {
      notes.set(note, holds);
    },
    notes: () => [...notes].filter(([, holds]) => holds()).map(([note]) => note),
    unreadyReasons,
    isReady: async () => (await unreadyReasons()).length === 0,
  };
};
