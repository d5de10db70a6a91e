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
  /** Registers how to close something; what was opened last is closed first. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Unready at once, then every closer in turn; one that throws or hangs is logged and stops none. */
  close(deadlineMs: number): Promise<void>;
  /** The first SIGTERM or SIGINT. A second one ends the process at once with code 1. */
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

/** The lifecycle of a process; `hooks` is another process only in tests. */
export const createLifecycle = (logger: Logger, hooks: ProcessHooks = process): Lifecycle => {
  const readiness = createReadiness();
  const closers: Closer[] = [];
  let closing: Promise<void> | undefined;
  let isAskedToStop = false;
  const closeAll = async (deadline: Deadline): Promise<void> => {
    readiness.setUnready('stopping');
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      await closeOne(closer, deadline, logger);
    }
  };
  return {
    ...readiness,
    onClose: (name, close) => {
      closers.push({ name, close });
    },
    close: (deadlineMs) => (closing ??= closeAll(deadlineIn(deadlineMs))),
    untilSignal: async () => {
      const signal = await firstSignal(logger, hooks);
      isAskedToStop = true;
      return signal;
    },
    isAskedToStop: () => isAskedToStop,
    exitOnFatalErrors: () => exitOnFatalErrors(logger, hooks),
  };
};
