import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { csvRows } from './csv-rows.ts';
import { ndjsonRows } from './ndjson-rows.ts';
import type { Table, TableFile, TableValue } from './table-file.ts';
import { MAX_FIELD, type Row, ROWS_AT_ONCE, TABLE_LIMITS, type TableLimits } from './row.ts';
import { createUtf8Text } from './utf8-text.ts';

/**
 * Reads a table, a slice at a time, so that nobody waits for all of it. Throws with a sentence that names the line and
 * shows nothing of it where something is no row, and where there is too much. Of rows with one key the last counts;
 * rows without a key are passed over.
 */
export const readTable = async (wanted: TableFile, limits: TableLimits = TABLE_LIMITS): Promise<Table> => {
  const table = new Map<string, readonly TableValue[]>();
  const texts = textOf(createReadStream(wanted.file), limits);
  let rows = 0;
  for await (const row of wanted.format.kind === 'csv' ? csvRows(wanted, texts) : ndjsonRows(wanted, texts)) {
    const key = keyOf(wanted, row);
    if (key !== '')
      table.set(
        key,
        row.values.map((value) => checked(row, value)),
      );
    if (table.size > limits.rows) throw new Error(`has more than ${limits.rows} rows`);
    rows += 1;
    if (rows % ROWS_AT_ONCE === 0) await setImmediate();
  }
  return table;
};

/** Bounded by what is read, not by what the file said of its size. */
const textOf = async function* (
  chunks: AsyncIterable<Buffer>,
  { bytes }: TableLimits,
): AsyncGenerator<string> {
  const text = createUtf8Text();
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > bytes) throw new Error(`is larger than ${bytes} bytes`);
    yield text.next(chunk);
  }
  yield text.end();
};

const keyOf = ({ lowercase }: TableFile, row: Row): string => {
  const key = String(checked(row, row.key) ?? '');
  return lowercase ? key.toLowerCase() : key;
};

const checked = ({ line }: Row, value: TableValue): TableValue => {
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  if (trimmed.length > MAX_FIELD) {
    throw new Error(`line ${line}: has a field of more than ${MAX_FIELD} characters`);
  }
  return trimmed === '' ? null : trimmed;
};
