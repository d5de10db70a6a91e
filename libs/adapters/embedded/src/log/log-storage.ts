import type { LogBatch, LogRecord, StoredRecord } from '@kith/ports';
import { forwards } from '../engine/keys.ts';
import type { StoreCollections } from '../engine/store-collections.ts';

/** A record as it lies in the log, and when it was appended (epoch milliseconds). */
interface LoggedRecord extends StoredRecord {
  readonly appendedAt: number;
}

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

/** Adds records behind those of the topic; to be called in a write transaction. */
export const appendRecords = (
  store: LogCollections,
  topic: string,
  records: readonly LogRecord[],
  now: number,
): void => {
  const nextKey = ['log', topic, PARTITION];
  const first = store.nextPositions.get(nextKey) ?? 0;
  records.forEach(({ key, value }, index) => {
    store.log.put([topic, PARTITION, first + index], encodeRecord(now, key, value));
  });
  store.nextPositions.put(nextKey, first + records.length);
};

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
  const range = { ...forwards(topic, PARTITION), start: [topic, PARTITION, from], limit: most.records };
  const records: StoredRecord[] = [];
  let characters = 0;
  for (const { key, value: text } of store.log.entries(range)) {
    const { position, key: recordKey, value } = decodeRecord(Number(key[2]), text);
    records.push({ position, key: recordKey, value });
    characters += text.length;
    if (characters >= most.characters) break;
  }
  const last = records.at(-1);
  return last === undefined ? null : { topic, partition: PARTITION, records, next: last.position + 1 };
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
  const range = { ...forwards(topic, PARTITION), start: [topic, PARTITION, from] };
  const [first] = Array.from(store.log.entries({ ...range, limit: 1 }));
  if (first === undefined) return { records: 0, since: null };
  const next = store.nextPositions.get(['log', topic, PARTITION]) ?? 0;
  return { records: next - Number(first.key[2]), since: appendedAtOf(first.value) };
};

/** Removes at most `limit` of the oldest records that were appended before; answers how many it removed. */
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

/** One line with the time and the key as JSON, which never holds a line break, then the value as it is. */
export const encodeRecord = (appendedAt: number, key: string, value: string): string =>
  `${appendedAt} ${JSON.stringify(key)}\n${value}`;

export const decodeRecord = (position: number, text: string): LoggedRecord => {
  const lineEnd = text.indexOf('\n');
  const blank = text.indexOf(' ');
  return {
    position,
    appendedAt: Number(text.slice(0, blank)),
    key: JSON.parse(text.slice(blank + 1, lineEnd)) as string,
    value: text.slice(lineEnd + 1),
  };
};

/** When it was appended, without decoding the rest. */
export const appendedAtOf = (text: string): number => Number(text.slice(0, text.indexOf(' ')));
