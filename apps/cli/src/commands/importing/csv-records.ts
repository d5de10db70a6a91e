import { csvRows, type CsvRow } from './csv-rows.ts';
import { isBroken, NOT_UTF8, UnreadableFile, type FileRecord } from './records.ts';

/** Refuses a header; throws `UnreadableFile` where the columns are not those that it takes. */
export type CheckHeader = (columns: readonly string[]) => void;

/**
 * The records of a CSV file (RFC 4180) with a header; rows without any value are none. Columns are separated by commas,
 * semicolons or tabs, whichever the header has most of.
 */
export const csvRecords = async function* (
  chunks: AsyncIterable<Buffer>,
  check: CheckHeader,
): AsyncGenerator<FileRecord> {
  let columns: readonly string[] | null = null;
  for await (const row of csvRows(chunks)) {
    if (isEmpty(row)) continue;
    if (columns !== null) yield row.kind === 'row' ? recordOf(columns, row) : row;
    else columns = headerOf(row, check);
  }
  if (columns === null) throw new UnreadableFile('the file is empty: its first line must name the columns');
};

const isEmpty = (row: CsvRow): boolean =>
  row.kind === 'row' && row.fields.every((field) => field.trim() === '');

const headerOf = (row: CsvRow, check: CheckHeader): readonly string[] => {
  if (row.kind !== 'row') throw new UnreadableFile(`line ${row.number}, the header, ${row.reason}`);
  const columns = row.fields.map((name) => name.trim());
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined)
    throw new UnreadableFile(`the header has the column ${JSON.stringify(twice)} twice`);
  check(columns.filter((name) => name !== ''));
  return columns;
};

const recordOf = (
  columns: readonly string[],
  { fields, number }: CsvRow & { readonly kind: 'row' },
): FileRecord => {
  if (fields.length !== columns.length) {
    const reason = `has ${fields.length} fields, the header has ${columns.length}`;
    return { kind: 'unreadable', number, reason };
  }
  if (fields.some(isBroken)) return { kind: 'unreadable', number, reason: NOT_UTF8 };
  const members = columns.flatMap((name, index) =>
    name === '' || fields[index] === '' ? [] : [[name, fields[index]!]],
  );
  const size = members.reduce((sum, [name, value]) => sum + name!.length + value!.length + 6, 2);
  return { kind: 'line', number, line: Object.fromEntries(members) as Record<string, string>, size };
};
