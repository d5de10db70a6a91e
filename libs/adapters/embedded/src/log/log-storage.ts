import type { LogBatch, LogRecord, StoredRecord } from '@kith/ports';
import { forwards } from '../engine/keys.ts';
import { appendedAtOf, decodeRow, encodeRow } from './log-record.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** The collections of the store that hold the log. */
export type LogCollections = Pick<StoreCollections, 'log' | 'nextPositions'>;

/** The embedded log has one partition per topic: there is one process to read it. */
export const PARTITION = 0;

/** The largest batch that a subscriber is given. */
export interface BatchSize {
  readonly records: number;
  readonly characters: number;
}

const USUAL: BatchSize = { records: 500, characters: 1024 * 1024 };

/** Adds rows of records behind those of the topic; to be called in a write transaction. */
export const appendRows = (
  store: LogCollections,
  topic: string,
  rows: readonly (readonly LogRecord[])[],
  now: number,
): void => {
  let next = nextPosition(store, topic);
  for (const row of rows) {
    store.log.put([topic, PARTITION, next], encodeRow(now, row));
    next += row.length;
  }
  store.nextPositions.put(nextKey(topic), next);
};

const nextKey = (topic: string) => ['log', topic, PARTITION];

const nextPosition = (store: LogCollections, topic: string): number =>
  store.nextPositions.get(nextKey(topic)) ?? 0;

/**
 * The records from a position on, at most 500 and about 1 MiB unless another size is asked for, at least one; null
 * where there is none yet. What the sweep has removed is passed over.
 */
export const readBatch = (
  store: LogCollections,
  topic: string,
  from: number,
  most = USUAL,
): LogBatch | null => {
  if (nextPosition(store, topic) <= from) return null;
  const records: StoredRecord[] = [];
  let characters = 0;
  for (const { first, text } of rowsFrom(store, topic, from)) {
    const ahead = decodeRow(first, text).records.filter(({ position }) => position >= from);
    records.push(...ahead.slice(0, most.records - records.length));
    characters += ahead.length === 0 ? 0 : text.length;
    if (characters >= most.characters || records.length >= most.records) break;
  }
  const last = records.at(-1);
  return last === undefined ? null : { topic, partition: PARTITION, records, next: last.position + 1 };
};

interface StoredRow {
  /** The position of its first place. */
  readonly first: number;
  readonly text: string;
}

/** The rows of a topic, beginning with the last one that begins at a position or before it. */
const rowsFrom = function* (store: LogCollections, topic: string, from: number): Iterable<StoredRow> {
  const all = forwards(topic, PARTITION);
  const place = [topic, PARTITION, from];
  // Who was stopped half-way goes on within a row.
  const [start = place] = store.log.keys({ start: place, end: all.start, reverse: true, limit: 1 });
  for (const { key, value: text } of store.log.entries({ ...all, start }))
    yield { first: Number(key[2]), text };
};

/** The topics that were ever written to. */
export const topicsOf = (store: LogCollections): readonly string[] =>
  store.nextPositions.keys(forwards('log')).map(([, topic]) => String(topic));

/** How many records lie from a position on, and when the first of them was appended, in epoch milliseconds. */
export const behindFrom = (
  store: LogCollections,
  topic: string,
  from: number,
): { readonly records: number; readonly since: number | null } => {
  for (const { first, text } of rowsFrom(store, topic, from)) {
    if (decodeRow(first, text).next <= from) continue;
    return { records: nextPosition(store, topic) - Math.max(first, from), since: appendedAtOf(text) };
  }
  return { records: 0, since: null };
};

/** Removes at most `limit` of the oldest rows that were appended before; answers how many it removed. */
export const removeOldRecords = (
  store: StoreCollections,
  topic: string,
  appendedBefore: number,
  limit: number,
): number => {
  const oldest = Array.from(store.log.entries({ ...forwards(topic, PARTITION), limit }));
  const old = takeWhile(oldest, ({ value }) => appendedAtOf(value) < appendedBefore);
  for (const { key } of old) store.log.remove(key);
  return old.length;
};

const takeWhile = <T>(items: readonly T[], holds: (item: T) => boolean): readonly T[] => {
  const end = items.findIndex((item) => !holds(item));
  return end === -1 ? items : items.slice(0, end);
};
