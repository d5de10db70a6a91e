import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { pause } from '../concurrency/pause.ts';
import { type ConfigurationSource, createLiveConfiguration } from '../configuration/live-configuration.ts';
import type { Live } from '../configuration/live.ts';
import { errorSentence } from '../errors/error-sentence.ts';
import { createLogger, type Logger, type LogLevel } from '../observability/logger.ts';
import { createMetrics, type Metrics } from '../observability/metrics.ts';
import { tellReadiness } from '../observability/readiness.ts';
import { VERSION } from '../version.ts';
import { takeHangUps } from './hang-ups.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';

/**
 * How much garbage may lie beside what lives before V8 collects its old generation. Left to itself it waits until there is
 * three times as much, and a process that was asked a lot at once stays as large as that made it.
 */
const MAX_GARBAGE_PERCENT = 20;
/** How long the orderly end may take, in milliseconds. */
const SHUTDOWN_MS = 20_000;
/** How long what did not close may keep the process after that, in milliseconds. */
const LINGER_MS = 3_000;

/** What every app reads from its environment. */
interface CommonSettings {
  readonly LOG_LEVEL: LogLevel;
  readonly CONFIG_FILE: string;
  /** Of an app that has a port of its own. */
  readonly DRAIN_SECONDS?: number;
}

/** What an app runs with: settings that stay, and the configuration in force. */
export interface Config<S, C> {
  readonly settings: S;
  readonly configuration: Live<C>;
}

/** The process that an app is composed in. */
export interface Process {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** A process: what it is called, where its configuration comes from, and how it is composed and started. */
export interface App<S extends CommonSettings, C> extends Pick<ConfigurationSource<C>, 'notices' | 'fixed'> {
  readonly name: string;
  /** The layout of the data that it knows; left out where it keeps none. */
  readonly layout?: number;
  /** The environment, read once. Throws `ConfigurationError` where it is at fault. */
  readSettings(): S;
  /** Read at start and again at every SIGHUP. Throws `ConfigurationError` where the file is at fault. */
  readConfiguration(settings: S): Promise<C>;
  /** Opens and starts everything, hands what must be closed to the lifecycle, and says what a person should read. */
  start(config: Config<S, C>, process: Process): Promise<string>;
}

/**
 * Runs a process from its configuration to its orderly end. What a person reads goes to standard output, logs go to
 * standard error. The exit code is 1 where it could not start.
 */
export const runApp = async <S extends CommonSettings, C>(app: App<S, C>): Promise<void> => {
  const onHangUp = takeHangUps();
  try {
    const settings = app.readSettings();
    await run(app, settings, await app.readConfiguration(settings), onHangUp);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${app.name} did not start. ${errorSentence(error)}\n`);
  }
};

const run = async <S extends CommonSettings, C>(
  app: App<S, C>,
  settings: S,
  first: C,
  onHangUp: ReturnType<typeof takeHangUps>,
): Promise<void> => {
  const logger = createLogger({ name: app.name, level: settings.LOG_LEVEL, destination: process.stderr });
  const metrics = createMetrics(app.name);
  const lifecycle = createLifecycle(logger);
  tellBuild(metrics, app.layout ?? null);
  tellReadiness(metrics, lifecycle);
  lifecycle.exitOnFatalErrors();
  const stopped = lifecycle.untilSignal();
  const read = (): Promise<C> => app.readConfiguration(settings);
  const source = { ...app, file: settings.CONFIG_FILE, read, logger, metrics, clock: Date.now };
  const configuration = createLiveConfiguration(source, first);
  try {
    const config = { settings, configuration: configuration.live };
    process.stdout.write(`${await app.start(config, { logger, metrics, lifecycle })}\n`);
    onHangUp({
      onReload: () => void configuration.reload(),
      onTerminalGone: () => stopUnheard(lifecycle),
    });
    // From here on: a start makes little garbage, and collecting it would be a tenth of what the start costs.
    setFlagsFromString(`--heap-growing-percent=${MAX_GARBAGE_PERCENT}`);
    const wasAsked = lifecycle.isAskedToStop();
    lifecycle.setReady();
    const signal = await stopped;
    // Nobody sends requests to a process that was never ready.
    if (!wasAsked && signal !== 'SIGINT') await drain(lifecycle, settings);
  } finally {
    await lifecycle.close(SHUTDOWN_MS);
    endSurely(logger);
  }
};

/**
 * The port stays open until whoever balances the load has seen that the process leaves. A person at the terminal, whose
 * signal is SIGINT, balances nothing and does not wait.
 */
const drain = (lifecycle: Lifecycle, { DRAIN_SECONDS = 0 }: CommonSettings): Promise<void> =>
  pause(Math.max(0, DRAIN_SECONDS * 1_000 - lifecycle.leavingForMs()));

/** What could not be closed in time must not keep the process: its successor may be waiting for its place. */
const endSurely = (logger: Logger): void => {
  const end = (): void => {
    logger.warn({}, 'something that could not be closed kept the process: it ends now');
    process.exit();
  };
  setTimeout(end, LINGER_MS).unref();
};

/**
 * Where the terminal was, every write is an error from now on; the end must be in order all the same. It is the death
 * by SIGHUP that the terminal asked for: Node would abort when it found no terminal to leave in order.
 */
const stopUnheard = (lifecycle: Lifecycle): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  void lifecycle.close(SHUTDOWN_MS).finally(() => {
    process.removeAllListeners('SIGHUP');
    process.kill(process.pid, 'SIGHUP');
  });
};

/** Tells what runs: the version, the layout of the data that it knows ("none" where it keeps none), and Node's version. */
const tellBuild = (metrics: Metrics, layout: number | null): void =>
  metrics.gauge('kith_build_info', '1, with what runs in its labels', ['version', 'layout', 'node']).set(1, {
    version: VERSION,
    layout: layout === null ? 'none' : String(layout),
    node: process.versions.node,
  });
