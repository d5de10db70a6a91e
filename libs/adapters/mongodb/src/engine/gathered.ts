import { latestDeadline, within } from '@kith/platform';
import type { Deadline } from '@kith/ports';
import { asUnavailable } from './as-unavailable.ts';
import { mustNotBePast } from './bounded.ts';

/** Asks the database several questions at once; the answers are in their order. */
export type AskAll<Q, A> = (deadline: Deadline, questions: readonly Q[]) => Promise<readonly A[]>;

/** What one command may hold. */
export interface GatheringBounds<Q> {
  /** How large a question is: the keys that it looks up, for one. */
  readonly sizeOf: (question: Q) => number;
  /** How large the questions of a command are together at most; a caller who has more asks by several. */
  readonly maxSize: number;
}

/** A caller that waits for the answers to its questions. */
interface Waiting<Q, A> {
  readonly deadline: Deadline;
  readonly questions: readonly Q[];
  readonly tell: (answers: readonly A[]) => void;
  readonly fail: (fault: unknown) => void;
}

/** So many commands are under way at a time; who asks meanwhile is part of the next one. */
const MAX_UNDER_WAY = 2;
/** A command that takes longer holds up nobody any more, in milliseconds. */
const STRAGGLER_MS = 20;

/**
 * The same question, asked once for all who ask it within a turn of the event loop, or while others are being answered:
 * a command and its reply cost more than what they look up. Nobody waits where nothing is under way. Each caller is
 * answered by its own deadline, or told `Unavailable`; the others wait on. Where a command fails, each asks alone:
 * nobody fails by what somebody else has asked for.
 */
export const gathered = <Q, A>(ask: AskAll<Q, A>, { sizeOf, maxSize }: GatheringBounds<Q>): AskAll<Q, A> => {
  let waiting: Waiting<Q, A>[] = [];
  let size = 0;
  let underWay = 0;
  const send = (): void => {
    const callers = waiting;
    [waiting, size] = [[], 0];
    underWay += 1;
    void untilEndOr(STRAGGLER_MS, answerAll(ask, callers)).then(() => {
      underWay -= 1;
      sendNext();
    });
  };
  const sendNext = (): void => {
    if (waiting.length > 0 && underWay < MAX_UNDER_WAY) send();
  };
  const join = (caller: Waiting<Q, A>): void => {
    const own = sizeOfAll(caller.questions, sizeOf);
    if (waiting.length > 0 && size + own > maxSize) send();
    if (waiting.length === 0) setImmediate(sendNext);
    waiting.push(caller);
    size += own;
  };
  const asked = (deadline: Deadline, questions: readonly Q[]): Promise<readonly A[]> =>
    new Promise((tell, fail) => join({ deadline, questions, tell, fail }));
  return async (deadline, questions) => {
    mustNotBePast(deadline);
    const parts = partsOf(questions, { sizeOf, maxSize });
    const answers = Promise.all(parts.map((part) => asked(deadline, part)));
    try {
      return (await within(deadline, 'MongoDB', answers)).flat(1);
    } catch (fault) {
      throw asUnavailable(fault);
    }
  };
};

const sizeOfAll = <Q>(questions: readonly Q[], sizeOf: (question: Q) => number): number =>
  questions.reduce((sum, question) => sum + sizeOf(question), 0);

/** Most callers have one part. */
const partsOf = <Q>(
  questions: readonly Q[],
  { sizeOf, maxSize }: GatheringBounds<Q>,
): readonly (readonly Q[])[] => {
  const parts: Q[][] = [];
  let left = 0;
  for (const question of questions) {
    const size = sizeOf(question);
    const last = parts.at(-1);
    const fits = last !== undefined && size <= left;
    if (fits) last.push(question);
    else parts.push([question]);
    left = (fits ? left : maxSize) - size;
  }
  return parts;
};

const answerAll = async <Q, A>(ask: AskAll<Q, A>, callers: readonly Waiting<Q, A>[]): Promise<void> => {
  try {
    const answers = await ask(
      latestDeadline(callers.map(({ deadline }) => deadline)),
      callers.flatMap(({ questions }) => questions),
    );
    let from = 0;
    for (const { questions, tell } of callers) tell(answers.slice(from, (from += questions.length)));
  } catch (fault) {
    if (callers.length > 1) await Promise.all(callers.map((caller) => answerAll(ask, [caller])));
    else callers[0]?.fail(fault);
  }
};

/** When the work has ended, or has taken so many milliseconds. */
const untilEndOr = (milliseconds: number, work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
