import { setTimeout } from 'node:timers';
import { wellFormedJson } from '@kith/domain/tracking';
import { deadlineIn } from '@kith/platform';
import type { Deadline, MappingFailure, MappingOutcome } from '@kith/ports';
import { createBatch, type Batch, type Job } from './batch.ts';
import type { StartProcess } from './evaluating-process.ts';
import type { OwnerBreakers } from './owner-breakers.ts';
import { createWorkerSlot, type Answer, type WorkerSlot } from './worker-slot.ts';

export interface EvaluationPoolOptions {
  readonly start: StartProcess;
  readonly breakerOf: OwnerBreakers;
  /** How many processes evaluate. */
  readonly processes: number;
  readonly maxWaiting: number;
  /** How long one item may be evaluated, and a question wait and be evaluated in all, in milliseconds. */
  readonly evaluationMs: number;
  readonly answerMs: number;
  readonly pauseMs: number;
  readonly onFailure: (job: Job, answer: Answer) => void;
}

/** Processes that evaluate, and the questions that wait for them. */
export interface EvaluationPool {
  /** Starts the processes, unless they are there. */
  begin(): void;
  /** Evaluates the jobs in turn, in one process unless it ends on the way. Never throws. */
  ask(
    deadline: Deadline,
    inputs: readonly unknown[],
    jobs: readonly Job[],
  ): Promise<readonly MappingOutcome[]>;
  /** The ids of the processes that are there. */
  pids(): readonly number[];
  close(): void;
}

/** A question gets the first free process; where none is free in time, nobody says anything about it. */
export const createEvaluationPool = (options: EvaluationPoolOptions): EvaluationPool => {
  const { breakerOf, maxWaiting, answerMs } = options;
  const waiting = new Set<Batch>();
  let slots: readonly WorkerSlot[] = [];
  let isClosed = false;

  const pump = (): void => {
    for (const next of waiting) {
      const slot = slots.find((one) => one.isFree());
      if (slot === undefined) return;
      waiting.delete(next);
      slot.ask(next.question(), (answer) => take(next, answer));
    }
  };
  const take = (batch: Batch, answer: Answer): void => {
    judge(options, batch.current(), answer);
    batch.take(outcomeOf(answer));
    if (!hasEnded(answer) || !batch.isAwaited()) return;
    waiting.add(batch);
    pump();
  };
  const begin = (): void => {
    if (slots.length > 0 || isClosed) return;
    slots = Array.from({ length: options.processes }, () => createWorkerSlot({ ...options, onFree: pump }));
  };
  const enqueue = (deadline: Deadline, inputs: readonly unknown[], jobs: readonly Job[]) =>
    new Promise<readonly MappingOutcome[]>((resolve) => {
      const ms = Math.min(answerMs, deadline.remainingMs() / 2);
      const giveUp = (): void => {
        batch.giveUp(failed(waiting.delete(batch) ? 'busy' : 'tooLong'));
      };
      const timer = setTimeout(giveUp, ms);
      const onDone = (outcomes: readonly MappingOutcome[]): void => {
        clearTimeout(timer);
        resolve(outcomes);
      };
      const batch = createBatch({ inputs, jobs, deadline: deadlineIn(ms), onDone });
      waiting.add(batch);
      pump();
    });
  return {
    begin,
    ask: async (deadline, inputs, jobs) => {
      if (jobs.length === 0) return [];
      if (isClosed || waiting.size >= maxWaiting) return jobs.map(() => failed('busy'));
      const asked = jobs.map(({ owner }) => breakerOf(owner).allows());
      const awake = jobs.filter((_, at) => asked[at]);
      begin();
      const outcomes = awake.length === 0 ? [] : await enqueue(deadline, inputs, awake);
      const answers = outcomes.values();
      return asked.map((isAsked) => (isAsked ? answers.next().value : undefined) ?? failed('resting'));
    },
    pids: () => slots.map((slot) => slot.pid()).filter((pid) => pid !== undefined),
    close: () => {
      isClosed = true;
      for (const slot of slots) slot.close();
      for (const one of waiting) one.giveUp(failed('busy'));
    },
  };
};

const failed = (why: MappingFailure): MappingOutcome => ({ kind: 'failed', why });

const hasEnded = ({ kind }: Answer): boolean => kind === 'killed' || kind === 'crashed' || kind === 'lost';

/** What took too long counts against its owner; what was never begun counts for nobody. */
const judge = (
  { breakerOf, onFailure }: EvaluationPoolOptions,
  job: Job | undefined,
  answer: Answer,
): void => {
  const outcome = outcomeOf(answer);
  if (job === undefined || (outcome.kind === 'failed' && outcome.why === 'busy')) return;
  const isRunaway = outcome.kind === 'failed' && (outcome.why === 'tooLong' || outcome.why === 'crashed');
  if (isRunaway) breakerOf(job.owner).failed();
  else breakerOf(job.owner).succeeded();
  if (outcome.kind === 'failed') onFailure(job, answer);
};

const outcomeOf = (answer: Answer): MappingOutcome => {
  switch (answer.kind) {
    case 'made':
      return {
        kind: 'made',
        mapping: answer.mapping,
        output: JSON.parse(wellFormedJson(answer.json)) as unknown,
      };
    case 'nothing':
      return { kind: 'nothing' };
    case 'failed':
      return failed(answer.why);
    case 'killed':
      return failed('tooLong');
    case 'crashed':
      return failed('crashed');
    case 'lost':
      return failed('busy');
  }
};
