import { setTimeout } from 'node:timers';
import type { DataLayerMapping, Deadline, MappingOutcome, MappingQuestion } from '@kith/ports';
import type { StartProcess } from './evaluating-process.ts';
import type { Resting } from './resting.ts';
import { createSeat } from './seat.ts';
import type { Answer, Seat } from './seat.ts';

/** What a pool is made of. */
export interface MappingPoolOptions {
  readonly start: StartProcess;
  readonly resting: Resting;
  /** How many processes evaluate. */
  readonly processes: number;
  readonly mostWaiting: number;
  /** How long one element may be evaluated, and wait and be evaluated in all, in milliseconds. */
  readonly evaluationMs: number;
  readonly patienceMs: number;
  readonly pauseMs: number;
  readonly onFailure: (question: MappingQuestion, answer: Answer) => void;
}

/** Processes that evaluate, and the elements that wait for them. */
export interface MappingPool extends DataLayerMapping {
  /** Starts the processes, unless they are there. */
  begin(): void;
  /** The ids of the processes that are there. */
  pids(): readonly number[];
  close(): void;
}

interface Waiting {
  readonly question: MappingQuestion;
  readonly settle: (outcome: MappingOutcome) => void;
}

/** An element gets the first free process; where none is free in time, nobody says anything about it. */
export const createMappingPool = (options: MappingPoolOptions): MappingPool => {
  const { resting, mostWaiting, patienceMs } = options;
  const waiting = new Set<Waiting>();
  let seats: readonly Seat[] = [];
  let isClosed = false;

  const pump = (): void => {
    for (const next of waiting) {
      const seat = seats.find((one) => one.isFree());
      if (seat === undefined) return;
      waiting.delete(next);
      seat.ask(next.question, (answer) => finish(options, next, answer));
    }
  };
  const begin = (): void => {
    if (seats.length > 0 || isClosed) return;
    seats = Array.from({ length: options.processes }, () => createSeat({ ...options, onFree: pump }));
  };
  const enqueue = (deadline: Deadline, question: MappingQuestion): Promise<MappingOutcome> =>
    new Promise((resolve) => {
      const giveUp = (): void => settle(failed(waiting.has(one) ? 'busy' : 'tooLong'));
      const timer = setTimeout(giveUp, Math.min(patienceMs, deadline.remainingMs() / 2));
      const settle = (outcome: MappingOutcome): void => {
        clearTimeout(timer);
        waiting.delete(one);
        resolve(outcome);
      };
      const one: Waiting = { question, settle };
      waiting.add(one);
      pump();
    });
  return {
    begin,
    map: async (deadline, question) => {
      if (isClosed || waiting.size >= mostWaiting) return failed('busy');
      if (!resting.allows(question.pipeline)) return failed('resting');
      begin();
      return enqueue(deadline, question);
    },
    pids: () => seats.map((seat) => seat.pid()).filter((pid) => pid !== undefined),
    close: () => {
      isClosed = true;
      for (const seat of seats) seat.close();
      for (const one of waiting) one.settle(failed('busy'));
    },
  };
};

const failed = (why: Extract<MappingOutcome, { kind: 'failed' }>['why']): MappingOutcome => ({
  kind: 'failed',
  why,
});

const finish = (
  { resting, onFailure }: MappingPoolOptions,
  { question, settle }: Waiting,
  answer: Answer,
): void => {
  const outcome = outcomeOf(answer);
  const isRunaway = outcome.kind === 'failed' && (outcome.why === 'tooLong' || outcome.why === 'crashed');
  if (isRunaway) resting.failed(question.pipeline);
  else resting.answered(question.pipeline);
  if (outcome.kind === 'failed') onFailure(question, answer);
  settle(outcome);
};

const outcomeOf = (answer: Answer): MappingOutcome => {
  switch (answer.kind) {
    case 'made':
      return { kind: 'made', mapping: answer.mapping, output: JSON.parse(answer.json) as unknown };
    case 'nothing':
      return { kind: 'nothing' };
    case 'failed':
      return failed(answer.why);
    case 'killed':
      return failed('tooLong');
    case 'crashed':
      return failed('crashed');
  }
};
