import { setImmediate, setTimeout } from 'node:timers';
import type { EvaluatingProcess, StartProcess } from './evaluating-process.ts';
import type { ItemReply, Question, Reply } from './messages.ts';

/** How an item of a question ended: it was answered, or the process ended by it, or was ended by the one before it. */
export type Answer = ItemReply | { readonly kind: 'killed' | 'crashed' | 'lost' };

/** A place for one process at a time: when one ends, the next is started. */
export interface WorkerSlot {
  /** A process is there and has nothing to do. */
  isFree(): boolean;
  /**
   * Asks the process of a free slot; kills it where an item takes too long. Each item is told in its turn; where the
   * process ends, that is told as the answer to the one that it was at, and those after it are not told of.
   */
  ask(question: Question, onAnswer: (answer: Answer) => void): void;
  /** The id of its process. */
  pid(): number | undefined;
  close(): void;
}

export interface WorkerSlotOptions {
  readonly start: StartProcess;
  /** How long one item may take, in milliseconds. */
  readonly evaluationMs: number;
  /** How long it waits before it starts another one where one ended before it was ready. */
  readonly pauseMs: number;
  readonly onFree: () => void;
}

/** The item that the process is at, how many are left with it, and whom to tell. */
interface UnderWay {
  readonly left: number;
  readonly tell: (answer: Answer) => void;
}

const after = ({ left, tell }: UnderWay): UnderWay | null => (left === 1 ? null : { left: left - 1, tell });

const endOf = (under: UnderWay, killedAt: UnderWay | null): 'killed' | 'crashed' | 'lost' => {
  if (killedAt === null) return 'crashed';
  return under === killedAt ? 'killed' : 'lost';
};

export const createWorkerSlot = ({ start, evaluationMs, pauseMs, onFree }: WorkerSlotOptions): WorkerSlot => {
  let process: EvaluatingProcess | null = null;
  let isReady = false;
  let isClosed = false;
  let killedAt: UnderWay | null = null;
  let under: UnderWay | null = null;
  let timer: NodeJS.Timeout | undefined;

  const answer = ({ tell }: UnderWay, given: Answer, next: UnderWay | null): void => {
    clearTimeout(timer);
    under = next;
    if (next !== null) watch(next);
    tell(given);
  };
  const onReply = (reply: Reply): void => {
    if (reply.kind === 'ready') isReady = true;
    else if (under !== null) answer(under, reply, after(under));
    if (under === null) onFree();
  };
  const onEnd = (): void => {
    const wasReady = isReady;
    isReady = false;
    process = null;
    if (under !== null) answer(under, { kind: endOf(under, killedAt) }, null);
    killedAt = null;
    if (!isClosed) setTimeout(begin, wasReady ? 0 : pauseMs).unref();
  };
  const begin = (): void => {
    if (!isClosed) process = start({ onReply, onEnd });
  };
  const watch = (one: UnderWay): void => {
    // An answer that came while this process was busy elsewhere is read before anybody is killed.
    timer = setTimeout(() => setImmediate(killIfStillAt, one), evaluationMs);
  };
  const killIfStillAt = (one: UnderWay): void => {
    if (under !== one) return;
    killedAt = one;
    process?.kill();
  };
  begin();
  return {
    isFree: () => isReady && under === null && killedAt === null,
    ask: (question, tell) => {
      under = { left: question.items.length, tell };
      watch(under);
      process?.ask(question);
    },
    pid: () => process?.pid,
    close: () => {
      isClosed = true;
      process?.kill();
    },
  };
};
