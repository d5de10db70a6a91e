import { setImmediate, setTimeout } from 'node:timers';
import type { EvaluatingProcess, StartProcess } from './evaluating-process.ts';
import type { Question, Reply } from './messages.ts';

/** How a question ended. */
export type Answer =
  Exclude<Reply, { kind: 'ready' }> | { readonly kind: 'killed' } | { readonly kind: 'crashed' };

/** A place for one process at a time: when one ends, the next is started. */
export interface Seat {
  /** A process is there and has nothing to do. */
  isFree(): boolean;
  /** Asks the process of a free seat; kills it where it takes too long. */
  ask(question: Question, onAnswer: (answer: Answer) => void): void;
  /** The id of its process. */
  pid(): number | undefined;
  close(): void;
}

export interface SeatOptions {
  readonly start: StartProcess;
  readonly evaluationMs: number;
  /** How long it waits before it starts another one where one ended before it was ready. */
  readonly pauseMs: number;
  readonly onFree: () => void;
}

export const createSeat = ({ start, evaluationMs, pauseMs, onFree }: SeatOptions): Seat => {
  let process: EvaluatingProcess | null = null;
  let isReady = false;
  let isClosed = false;
  let isTooLate = false;
  let onAnswer: ((answer: Answer) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;

  const answer = (given: Answer): void => {
    clearTimeout(timer);
    const tell = onAnswer;
    onAnswer = null;
    tell?.(given);
  };
  const onReply = (reply: Reply): void => {
    if (reply.kind === 'ready') isReady = true;
    else answer(reply);
    onFree();
  };
  const onEnd = (): void => {
    const wasReady = isReady;
    isReady = false;
    process = null;
    answer({ kind: isTooLate ? 'killed' : 'crashed' });
    isTooLate = false;
    if (!isClosed) setTimeout(begin, wasReady ? 0 : pauseMs).unref();
  };
  const begin = (): void => {
    if (!isClosed) process = start({ onReply, onEnd });
  };
  const killIfBusyWith = (tell: (answer: Answer) => void): void => {
    if (onAnswer !== tell) return;
    isTooLate = true;
    process?.kill();
  };
  begin();
  return {
    isFree: () => isReady && onAnswer === null && !isTooLate,
    ask: (question, tell) => {
      onAnswer = tell;
      // An answer that came while this process was busy elsewhere is read before anybody is killed.
      timer = setTimeout(() => setImmediate(killIfBusyWith, tell), evaluationMs);
      process?.ask(question);
    },
    pid: () => process?.pid,
    close: () => {
      isClosed = true;
      process?.kill();
    },
  };
};
