import type { LogRecord, StoredRecord } from '@kith/ports';

/** A row of the log: records that were appended together, at consecutive positions. */
export interface LogRow {
  /** Those that nobody has removed, in their order. */
  readonly records: readonly StoredRecord[];
  /** The position behind the last place of the row. */
  readonly next: number;
}

/** What stands for a record in the head of a row of several: its key and the length of its value, null once it is removed. */
type Place = readonly [key: string, length: number] | null;

/** So much of a row lies in a page beside others; a larger one would have pages of its own. */
const MAX_ROW_CHARACTERS = 1_800;
/** What stands for a record in the head of a row, beside its key. */
const PLACE_CHARACTERS = 10;

/** Cuts records into rows: a row costs the same whatever it holds. */
export const inRows = (records: readonly LogRecord[]): readonly (readonly LogRecord[])[] => {
  const rows: LogRecord[][] = [];
  let left = 0;
  for (const record of records) {
    const size = record.key.length + record.value.length + PLACE_CHARACTERS;
    if (size > left) {
      rows.push([]);
      left = MAX_ROW_CHARACTERS;
    }
    rows.at(-1)!.push(record);
    left -= size;
  }
  return rows;
};

/**
 * One line with the time (epoch milliseconds) and the key as JSON, which never holds a line break, then the value as it
 * is; of several records a list of keys and lengths, then their values.
 */
export const encodeRow = (appendedAt: number, records: readonly LogRecord[]): string => {
  const [first] = records;
  return first !== undefined && records.length === 1
    ? `${appendedAt} ${JSON.stringify(first.key)}\n${first.value}`
    : encodePlaces(
        appendedAt,
        records.map(({ key, value }): Place => [key, value.length]),
        records.map(({ value }) => value),
      );
};

/** Reads a row by the position of its first place. */
export const decodeRow = (first: number, text: string): LogRow => {
  const { places, values } = placesOf(text);
  const records = places.flatMap((place, index): StoredRecord[] =>
    place === null ? [] : [{ position: first + index, key: place[0], value: values[index]! }],
  );
  return { records, next: first + places.length };
};

/** The row without the records that are so; null where nothing is left of it. The others keep their places. */
export const rowWithout = (text: string, isGone: (record: LogRecord) => boolean): string | null => {
  const { places, values } = placesOf(text);
  const left = places.map((place, index) =>
    place !== null && isGone({ key: place[0], value: values[index]! }) ? null : place,
  );
  if (left.every((place) => place === null)) return null;
  return encodePlaces(
    appendedAtOf(text),
    left,
    values.filter((_, index) => left[index] !== null),
  );
};

/** When it was appended, without decoding the rest. */
export const appendedAtOf = (text: string): number => Number(text.slice(0, text.indexOf(' ')));

const encodePlaces = (appendedAt: number, places: readonly Place[], values: readonly string[]): string =>
  `${appendedAt} ${JSON.stringify(places)}\n${values.join('')}`;

/** The places of a row, and the value of each, empty where it was removed. */
const placesOf = (
  text: string,
): { readonly places: readonly Place[]; readonly values: readonly string[] } => {
  const lineEnd = text.indexOf('\n');
  const head = JSON.parse(text.slice(text.indexOf(' ') + 1, lineEnd)) as string | readonly Place[];
  let at = lineEnd + 1;
  if (typeof head === 'string') return { places: [[head, text.length - at]], values: [text.slice(at)] };
  const values = head.map((place) => text.slice(at, (at += place?.[1] ?? 0)));
  return { places: head, values };
};
