import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { deadlineIn, within, type Deadline } from '../concurrency/deadline.ts';
import type { Logger } from '../observability/logger.ts';
import { createReadiness, type Readiness } from '../observability/readiness.ts';

/** The signals and the end of the process, so that tests can stand in for it. */
export interface ProcessHooks {
  on(event: string, listener: (cause: unknown) => void): unknown;
  exit(code: number): void;
}

/** From readiness to an orderly end: a stack of closers under one deadline. */
export interface Lifecycle extends Readiness {
  /**
   * Unready from now on, for ever; whoever registered for it begins to leave, and goes on with its work until it is closed.
   * Does nothing more when it is called again.
   */
  leave(): void;
  /** Calls this when the process begins to leave. */
  onLeave(listener: () => void): void;
  /** For how many milliseconds the process has been leaving; 0 where it is not. */
  leavingForMs(): number;
  /** Registers how to close something; what was opened last is closed first. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Leaves, then every closer in turn; one that throws or hangs is logged and stops none. */
  close(deadlineMs: number): Promise<void>;
  /** The first SIGTERM or SIGINT, with which the process begins to leave. A second one ends it at once with code 1. */
  untilSignal(): Promise<NodeJS.Signals>;
  /** Whether such a signal has come: what waits need not wait any longer. */
  isAskedToStop(): boolean;
  /** From now on an exception or rejection that nobody caught is logged and ends the process with code 1. */
  exitOnFatalErrors(): void;
}

interface Closer {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

/** A closer that hangs leaves the others at least this much. */
const MIN_MS = 100;

const closeOne = async ({ name, close }: Closer, deadline: Deadline, logger: Logger): Promise<void> => {
  const own = deadlineIn(Math.max(MIN_MS, deadline.remainingMs()));
  try {
    await within(own, `closing ${name}`, Promise.resolve().then(close));
    logger.info({ closer: name }, 'closed');
  } catch (error) {
    logger.error({ closer: name, error }, 'could not be closed in order');
  }
};

const SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];

const firstSignal = (logger: Logger, hooks: ProcessHooks): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let told = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (told) hooks.exit(1);
      told = true;
      logger.info({ signal }, 'asked to stop');
      resolve(signal);
    };
    for (const signal of SIGNALS) hooks.on(signal, () => onSignal(signal));
  });

const exitOnFatalErrors = (logger: Logger, hooks: ProcessHooks): void => {
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    hooks.on(event, (error) => {
      logger.error({ error, event }, 'stopping: an error that nobody caught');
      hooks.exit(1);
    });
  }
};

type Leaving = Pick<Lifecycle, 'leave' | 'onLeave' | 'leavingForMs' | 'setReady' | 'setUnready'>;

const createLeaving = (readiness: Readiness): Leaving => {
  const listeners: (() => void)[] = [];
  let leftAt: number | null = null;
  const unlessLeaving =
    <A extends readonly unknown[]>(set: (...args: A) => void) =>
    (...args: A): void => {
      if (leftAt === null) set(...args);
    };
  return {
    leave: unlessLeaving(() => {
      readiness.setUnready('stopping');
      leftAt = performance.now();
      for (const listener of listeners) listener();
    }),
    onLeave: (listener) => {
      listeners.push(listener);
    },
    leavingForMs: () => (leftAt === null ? 0 : performance.now() - leftAt),
    setReady: unlessLeaving(readiness.setReady),
    setUnready: unlessLeaving(readiness.setUnready),
  };
};

/** The lifecycle of a process; `hooks` is another process only in tests. */
export const createLifecycle = (logger: Logger, hooks: ProcessHooks = process): Lifecycle => {
  const readiness = createReadiness();
  const closers: Closer[] = [];
  let closing: Promise<void> | undefined;
  let isAskedToStop = false;
  const leaving = createLeaving(readiness);
  const closeAll = async (deadline: Deadline): Promise<void> => {
    leaving.leave();
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      await closeOne(closer, deadline, logger);
    }
  };
  return {
    ...readiness,
    ...leaving,
    onClose: (name, close) => {
      closers.push({ name, close });
    },
    close: (deadlineMs) => (closing ??= closeAll(deadlineIn(deadlineMs))),
    untilSignal: async () => {
      const signal = await firstSignal(logger, hooks);
      isAskedToStop = true;
      leaving.leave();
      return signal;
    },
    isAskedToStop: () => isAskedToStop,
    exitOnFatalErrors: () => exitOnFatalErrors(logger, hooks),
  };
};
