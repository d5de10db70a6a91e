import { join } from 'node:path';
import { NO_DEADLINE } from '@kith/platform';
import type { LogBatch, LogRecord, Spool, SpoolContents } from '@kith/ports';
import type { RootDatabase } from 'lmdb';
import { type Collection, openJson, openText } from '../engine/collection.ts';
import { type Environment, openEnvironment } from '../engine/environment.ts';
import { forwards } from '../engine/keys.ts';
import type { Migration } from '../engine/migration.ts';
import { appendedAtOf, encodeRow } from './log-record.ts';
import { appendRows, type LogCollections, PARTITION, readBatch, topicsOf } from './log-storage.ts';

/** What all records of a spool come to. */
interface SpoolTotals {
  readonly records: number;
  readonly bytes: number;
}

/** Everything under `spool`: a log, and its sums. */
interface SpoolCollections extends LogCollections {
  /** ['all'] */
  readonly totals: Collection<SpoolTotals>;
}

/** How the spool came to its present layout. A released migration is never changed. */
const SPOOL_MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'first layout', migrate: () => undefined },
];

const ALL = ['all'];

const NOTHING: SpoolTotals = { records: 0, bytes: 0 };

const PAGE_BYTES = 4096;

const PAGE_HEADER_BYTES = 16;

/** What LMDB keeps beside key and value: the header of a node and its place in the page, generously. */
const NODE_BYTES = 12;

/** The key: topic, partition and position. */
const KEY_BYTES = 48;

/** A page holds two nodes at least; the value of a larger one lies in pages of its own. */
const MAX_IN_PAGE = (PAGE_BYTES - PAGE_HEADER_BYTES) / 2;

/** Folder and bounds of a spool. */
export interface EmbeddedSpoolOptions {
  /** The directory of this process alone; the spool takes its folder `spool`. */
  readonly directory: string;
  /** The most that the spool may take up on the disk, in bytes. */
  readonly mostBytes: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A spool in an LMDB environment of one process. */
export interface EmbeddedSpool {
  readonly spool: Spool;
  /** Waits for what is being written, and gives the directory back; what waits in the spool stays. */
  readonly close: () => Promise<void>;
}

/**
 * Opens or creates the spool with what a process before this one has left in it. Throws `DirectoryInUse` where
 * another living process has it, `SchemaTooNew` where a newer program wrote it.
 */
export const openEmbeddedSpool = async (options: EmbeddedSpoolOptions): Promise<EmbeddedSpool> => {
  const environment = await openEnvironment(join(options.directory, 'spool'), SPOOL_MIGRATIONS);
  const store = openSpoolCollections(environment.root);
  const spool = createSpool(environment, store, options);
  // Metrics are still scraped when it is closed, and LMDB must not be read then.
  let last: SpoolContents | null = null;
  const contents = (): SpoolContents => last ?? spool.contents();
  const close = (): Promise<void> => {
    last = contents();
    return environment.close();
  };
  return { spool: { ...spool, contents }, close };
};

/** More than the log takes at once, so that a commit is shared; what is read of it lies in memory. */
const BATCH = { records: 4_000, characters: 4 * 1024 * 1024 };

const createSpool = (
  environment: Environment,
  store: SpoolCollections,
  { mostBytes, clock }: EmbeddedSpoolOptions,
): Spool => ({
  add: (deadline, topic, records) =>
    environment.write(deadline, () => addRecords(store, topic, records, { now: clock(), mostBytes })),
  oldest: () => environment.read(NO_DEADLINE, () => oldestBatch(store)),
  remove: (batch) => environment.write(NO_DEADLINE, () => removeBatch(store, batch)),
  contents: () => ({ ...totalsOf(store), oldestAt: oldestTime(store) }),
});

/** In the order of commits, so that the sums are those of exactly what is there. */
const addRecords = (
  store: SpoolCollections,
  topic: string,
  records: readonly LogRecord[],
  { now, mostBytes }: { readonly now: number; readonly mostBytes: number },
): 'added' | 'full' => {
  const totals = totalsOf(store);
  // A row each: what was taken on leaves one by one.
  const rows = records.map((record) => [record]);
  const added = rows.map((row) => bytesOnDisk(encodeRow(now, row)));
  const bytes = totals.bytes + sumOf(added);
  if (bytes > mostBytes) return 'full';
  appendRows(store, topic, rows, now);
  putTotals(store, { records: totals.records + records.length, bytes });
  return 'added';
};

const oldestBatch = (store: SpoolCollections): LogBatch | null => {
  for (const topic of topicsOf(store)) {
    const batch = readBatch(store, topic, 0, BATCH);
    if (batch !== null) return batch;
  }
  return null;
};

const removeBatch = (store: SpoolCollections, { topic, records }: LogBatch): void => {
  const removed = records.flatMap(({ position }) => removeRecord(store, topic, position));
  const totals = totalsOf(store);
  putTotals(store, {
    records: totals.records - removed.length,
    bytes: totals.bytes - sumOf(removed),
  });
};

/** What its removal frees; nothing where it was removed before. */
const removeRecord = (store: SpoolCollections, topic: string, position: number): readonly number[] => {
  const key = [topic, PARTITION, position];
  const text = store.log.get(key);
  if (text === undefined) return [];
  store.log.remove(key);
  return [bytesOnDisk(text)];
};

const oldestTime = (store: SpoolCollections): number | null => {
  const times = topicsOf(store).flatMap((topic) =>
    Array.from(store.log.entries({ ...forwards(topic, PARTITION), limit: 1 }), ({ value }) =>
      appendedAtOf(value),
    ),
  );
  return times.length === 0 ? null : Math.min(...times);
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * What a value takes up in LMDB where many like it follow each other. A page that the next node does not fit into is
 * split in the middle, and the lower half stays as it is.
 */
const bytesOnDisk = (value: string): number => {
  const bytes = Buffer.byteLength(value);
  const node = bytes + KEY_BYTES + NODE_BYTES;
  if (node > MAX_IN_PAGE) return pagesFor(bytes) * PAGE_BYTES + KEY_BYTES + NODE_BYTES;
  const nodes = Math.floor((PAGE_BYTES - PAGE_HEADER_BYTES) / node);
  return Math.ceil(PAGE_BYTES / Math.floor((nodes + 1) / 2));
};

const pagesFor = (bytes: number): number => Math.ceil((bytes + PAGE_HEADER_BYTES) / PAGE_BYTES);

const openSpoolCollections = (root: RootDatabase): SpoolCollections => ({
  log: openText(root, 'log'),
  nextPositions: openJson(root, 'nextPositions'),
  totals: openJson(root, 'totals'),
});

const totalsOf = (store: SpoolCollections): SpoolTotals => store.totals.get(ALL) ?? NOTHING;

/** To be called in the transaction that adds or removes so much. */
const putTotals = (store: SpoolCollections, totals: SpoolTotals): void => store.totals.put(ALL, totals);
