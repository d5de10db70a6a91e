import { ConfigurationError } from '../errors/configuration-error.ts';
import { createLive, type Live } from './live.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';

/** Where a configuration comes from, and who is told of it. */
export interface ConfigurationSource<C> {
  /** The configuration file, for the log. */
  readonly file: string;
  /** Reads, checks and compiles it; throws `ConfigurationError` where it is at fault. */
  read(): Promise<C>;
  /** What an operator should know of a configuration that is right, a sentence each. */
  notices?(configuration: C): readonly string[];
  /** Members that take effect at the next start only, by name. */
  fixed?(configuration: C): Readonly<Record<string, unknown>>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The configuration in force. */
export interface LiveConfiguration<C> {
  readonly live: Live<C>;
  /**
   * Reads the file again and brings it into force, all or nothing: where it is at fault, the old configuration stays
   * and the log says why. Calls that come while one is at work are answered by one more reading after it.
   */
  reload(): Promise<void>;
}

/** `first` is what the file came to at start. */
export const createLiveConfiguration = <C>(
  source: ConfigurationSource<C>,
  first: C,
): LiveConfiguration<C> => {
  const { live, replace } = createLive(first);
  const status = createStatus(source);
  announce(source, first, 'the configuration was read');
  status.loaded();
  const reloadOnce = async (): Promise<void> => {
    try {
      const next = await source.read();
      replace(next);
      announce(source, next, 'the configuration was read again and is in force');
      tellFixed(source, first, next);
      status.reloaded();
    } catch (error) {
      refuse(source, error);
      status.refused();
    }
  };
  return { live, reload: createSerial(reloadOnce) };
};

/** One at a time; whoever asks meanwhile shares the one run that follows. */
const createSerial = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return () =>
    (waiting ??= running.then(() => {
      waiting = null;
      return (running = run());
    }));
};

const createStatus = <C>({ metrics, clock }: ConfigurationSource<C>) => {
  const loadedAt = metrics.gauge(
    'kith_configuration_loaded_timestamp_seconds',
    'When the configuration in force was read, in seconds since 1970.',
  );
  const lastFailed = metrics.gauge(
    'kith_configuration_last_reload_failed',
    '1 where the last attempt to read the configuration again failed and an older one is in force.',
  );
  const reloads = metrics.counter(
    'kith_configuration_reloads_total',
    'How often the configuration was read again, by what came of it.',
    ['outcome'],
  );
  const loaded = (): void => {
    loadedAt.set(clock() / 1_000);
    lastFailed.set(0);
  };
  return {
    loaded,
    reloaded: (): void => {
      loaded();
      reloads.inc({ outcome: 'in force' });
    },
    refused: (): void => {
      lastFailed.set(1);
      reloads.inc({ outcome: 'refused' });
    },
  };
};

const announce = <C>(source: ConfigurationSource<C>, configuration: C, message: string): void => {
  const { file, logger } = source;
  const notices = source.notices?.(configuration) ?? [];
  logger.info({ file, notices: notices.length }, message);
  for (const notice of notices) logger.warn({}, notice);
};

const tellFixed = <C>(source: ConfigurationSource<C>, first: C, next: C): void => {
  const atStart = source.fixed?.(first) ?? {};
  for (const [member, value] of Object.entries(source.fixed?.(next) ?? {})) {
    if (value !== atStart[member]) source.logger.warn({ member }, `${member} takes effect at the next start`);
  }
};

const OLD_ONE_STAYS = 'the configuration was not changed, the old one stays in force';

const refuse = <C>({ file, logger }: ConfigurationSource<C>, error: unknown): void => {
  if (error instanceof ConfigurationError) {
    logger.error({ file, faults: error.faults }, `${OLD_ONE_STAYS}: ${error.faults[0]}`);
  } else {
    logger.error({ file, error }, OLD_ONE_STAYS);
  }
};
