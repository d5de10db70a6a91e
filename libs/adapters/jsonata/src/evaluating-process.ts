import { fork, type ChildProcess } from 'node:child_process';
import { setImmediate } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { HEAP_MIB } from './limits.ts';
import type { Question, Reply } from './messages.ts';

/** A process that evaluates, as its owner sees it. */
export interface EvaluatingProcess {
  readonly pid: number | undefined;
  ask(question: Question): void;
  kill(): void;
}

/** Callbacks about the life of an evaluating process. */
export interface ProcessEvents {
  onReply(reply: Reply): void;
  /** It has ended, by itself or because it was killed, or could not be started. Once. */
  onEnd(): void;
}

/** Starts a process; never throws. What it tells, it tells in a later turn. */
export type StartProcess = (events: ProcessEvents) => EvaluatingProcess;

const NOT_STARTED: EvaluatingProcess = { pid: undefined, ask: () => undefined, kill: () => undefined };

/**
 * A process and not a thread: a thread that asks for more memory than its limit allows at once takes the whole process
 * with it. It gets no environment, so no secret; and no text can become program in it.
 */
export const processStarter =
  (program: URL): StartProcess =>
  ({ onReply, onEnd }) => {
    const child = forked(program);
    if (child === null) {
      setImmediate(onEnd);
      return NOT_STARTED;
    }
    let hasEnded = false;
    const end = (): void => {
      if (!hasEnded) onEnd();
      hasEnded = true;
    };
    child.on('message', (reply) => onReply(reply as Reply));
    child.on('exit', end);
    child.on('error', end);
    return {
      pid: child.pid,
      // Where it cannot be asked, it is about to end, which is told.
      ask: (question) => void child.send(question, () => undefined),
      kill: () => void child.kill('SIGKILL'),
    };
  };

/** null where the system refuses it at once, for example for want of memory: that is an end like any other. */
const forked = (program: URL): ChildProcess | null => {
  try {
    return fork(fileURLToPath(program), [], {
      env: {},
      execArgv: [`--max-old-space-size=${HEAP_MIB}`, '--disallow-code-generation-from-strings'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch {
    return null;
  }
};
