import type { Deadline, MappingOutcome } from '@kith/ports';
import type { Item, Question } from './messages.ts';

/** One thing to evaluate and whose it is: what takes too long again and again rests by that name. */
export interface Job {
  readonly owner: string;
  readonly item: Item;
}

/** Jobs that are evaluated in turn, and what came of them so far. */
export interface Batch {
  /** The jobs of the batch that are not done, as a question to an evaluating process. */
  question(): Question;
  /** The job that is next, or under way; undefined after the last. */
  current(): Job | undefined;
  /** Takes the outcome of the current job. */
  take(outcome: MappingOutcome): void;
  /** Somebody still waits for what is left. */
  isAwaited(): boolean;
  /** Tells what is known, and that nobody can say more; what comes later is told to nobody. */
  giveUp(current: MappingOutcome): void;
}

export interface BatchOptions {
  readonly inputs: readonly unknown[];
  readonly jobs: readonly Job[];
  /** How long somebody waits. */
  readonly deadline: Deadline;
  readonly onDone: (outcomes: readonly MappingOutcome[]) => void;
}

const BUSY: MappingOutcome = { kind: 'failed', why: 'busy' };

export const createBatch = ({ inputs, jobs, deadline, onDone }: BatchOptions): Batch => {
  const outcomes: MappingOutcome[] = [];
  let isDone = false;
  const done = (all: readonly MappingOutcome[]): void => {
    if (!isDone) onDone(all);
    isDone = true;
  };
  return {
    question: () => ({
      withinMs: deadline.remainingMs(),
      inputs,
      items: jobs.slice(outcomes.length).map(({ item }) => item),
    }),
    current: () => jobs[outcomes.length],
    take: (outcome) => {
      outcomes.push(outcome);
      if (outcomes.length === jobs.length) done(outcomes);
    },
    isAwaited: () => !isDone,
    giveUp: (current) => {
      const left = jobs.slice(outcomes.length);
      done([...outcomes, ...left.map((_, at) => (at === 0 ? current : BUSY))]);
    },
  };
};
