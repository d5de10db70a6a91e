import process from 'node:process';
import { ConfigurationError } from './configuration-error.ts';
import { createLifecycle } from './lifecycle.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createLogger } from './logger.ts';
import type { Logger, LogLevel } from './logger.ts';

/** How long the orderly end may take, in milliseconds. */
const SHUTDOWN_MS = 20_000;

/** A process: what it is called, where its configuration comes from, and how it is composed and started. */
export interface App<C> {
  readonly name: string;
  /** Throws `ConfigurationError` where the configuration is at fault. */
  readConfig(): Promise<C>;
  logLevel(config: C): LogLevel;
  /** Opens and starts everything, hands what must be closed to the lifecycle, and says what a person should read. */
  start(config: C, logger: Logger, lifecycle: Lifecycle): Promise<string>;
}

/**
 * Runs a process from its configuration to its orderly end. What a person reads goes to standard output, logs go to
 * standard error. The exit code is 1 where it could not start.
 */
export const runApp = async <C>(app: App<C>): Promise<void> => {
  try {
    await run(app, await app.readConfig());
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${app.name} did not start. ${sentence(error)}\n`);
  }
};

const run = async <C>(app: App<C>, config: C): Promise<void> => {
  const logger = createLogger({ name: app.name, level: app.logLevel(config), destination: process.stderr });
  const lifecycle = createLifecycle(logger);
  lifecycle.exitOnFatalErrors();
  const stopped = lifecycle.untilSignal();
  try {
    process.stdout.write(`${await app.start(config, logger, lifecycle)}\n`);
    lifecycle.setReady();
    await stopped;
  } finally {
    await lifecycle.close(SHUTDOWN_MS);
  }
};

const sentence = (error: unknown): string => {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return messageOf(error);
  const cause = error.cause === undefined ? '' : ` (${messageOf(error.cause)})`;
  return `${error.message}${cause}`;
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
