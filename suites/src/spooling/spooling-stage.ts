import { openEmbeddedSpool, openEmbeddedStore } from '@kith/embedded';
import { createSpooledLog, type SpooledLog, type SpooledLogDeps } from '@kith/info-ingest';
import { createMetrics, silentLogger, type Logger, type Metrics } from '@kith/platform';
import type { EventLog, LogRecord, LogRetention, Spool } from '@kith/ports';
import {
  ampleDeadline,
  createCount,
  createGate,
  createStoppableLog,
  temporaryDirectory,
  type Count,
  type StoppableLog,
} from '@kith/testing';

/** A spooled log over an embedded log that can be stopped, and an embedded spool; both on the disk. */
export interface SpoolingStage extends SpooledLog {
  /** What stands behind it. */
  readonly behind: StoppableLog;
  /** Of the log behind. */
  readonly retention: LogRetention;
  readonly spool: Spool;
  readonly metrics: Metrics;
  /** The lines that it logged, with their level in front. */
  readonly lines: readonly string[];
  /** How often it has gone back to the log. */
  readonly returned: Count;
  /** Closes it and opens it again on the same data. */
  readonly reopen: () => Promise<SpoolingStage>;
  readonly end: () => Promise<void>;
}

/** What a test may want to be otherwise. */
export interface SpoolingOptions extends Partial<Pick<SpooledLogDeps, 'maxAgeMs' | 'clock'>> {
  readonly mostBytes?: number;
  /** Stands between the two. */
  readonly spoolAs?: (spool: Spool) => Spool;
  /** Stands in front of the log behind. */
  readonly logAs?: (log: EventLog) => EventLog;
  /** What the log does at first. */
  readonly begin?: (log: StoppableLog) => void;
}

const HOUR_MS = 60 * 60 * 1_000;
const MEBIBYTE = 1024 * 1024;

export const openSpoolingStage = async (options: SpoolingOptions = {}): Promise<SpoolingStage> => {
  const directory = await temporaryDirectory();
  return openIn(directory.path, options, directory.remove);
};

const openIn = async (
  directory: string,
  options: SpoolingOptions,
  remove: () => Promise<void>,
): Promise<SpoolingStage> => {
  const clock = options.clock ?? Date.now;
  const store = await openEmbeddedStore({ directory, clock: Date.now });
  const { spool, close } = await openEmbeddedSpool({
    directory,
    mostBytes: 64 * MEBIBYTE,
    ...options,
    clock,
  });
  const [metrics, behind, told] = [createMetrics('test'), createStoppableLog(store.log), telling()];
  options.begin?.(behind);
  const limits = { maxRecordBytes: 2 * MEBIBYTE, maxAgeMs: options.maxAgeMs ?? HOUR_MS };
  const between = options.spoolAs?.(spool) ?? spool;
  const log = options.logAs?.(behind.log) ?? behind.log;
  const deps = { log, spool: between, ...limits, clock, logger: told.logger, metrics };
  const spooled = createSpooledLog(deps);
  const closeAll = async (): Promise<void> => {
    await spooled.close();
    await close();
    await store.close();
  };
  return {
    ...spooled,
    ...told,
    behind,
    retention: store.log,
    spool,
    metrics,
    reopen: () => closeAll().then(() => openIn(directory, options, remove)),
    end: () => closeAll().then(remove),
  };
};

const telling = () => {
  const lines: string[] = [];
  const returned = createCount();
  const logger: Logger = {
    ...silentLogger,
    warn: (_, message) => void lines.push(`warn ${message}`),
    error: (_, message) => void lines.push(`error ${message}`),
    info: (_, message) => {
      lines.push(`info ${message}`);
      returned.add();
    },
  };
  return { lines, returned, logger };
};

/** The topic that the suites write to. */
export const TOPIC = 'tracking';
const END = 'the end';

/** Waits until the log has the record. */
export const append = (log: EventLog, value: string, key = 'k'): Promise<void> =>
  log.append(ampleDeadline(), TOPIC, [{ key, value }]);

/** Everything that the log behind has, once it is at its end. */
export const inLog = async ({ behind }: SpoolingStage): Promise<readonly LogRecord[]> => {
  const records: LogRecord[] = [];
  const ended = createGate();
  await append(behind.log, END);
  const subscription = await behind.log.subscribe(TOPIC, 'recount', {
    startAt: async () => 0,
    take: async (batch) => {
      records.push(...batch.records);
      if (batch.records.some(({ value }) => value === END)) ended.open();
    },
  });
  await ended.passed;
  await subscription.stop();
  return records.filter(({ value }) => value !== END);
};

/** The values of one key, in their order. */
export const valuesOf = (records: readonly LogRecord[], key = 'k'): readonly string[] =>
  records.filter((record) => record.key === key).map(({ value }) => value);

/** Lets the log answer again, and waits until everything has gone to it. */
export const mend = async (stage: SpoolingStage): Promise<void> => {
  const returned = stage.returned.more(1, 'returns to the log');
  stage.behind.mend();
  await returned;
};
