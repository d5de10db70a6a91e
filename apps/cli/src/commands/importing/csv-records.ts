import { StringDecoder } from 'node:string_decoder';
import { parse } from 'csv-parse/sync';
import { type FileRecord, isBroken, mustBeUtf8, NOT_UTF8, UnreadableFile } from './records.ts';
import { createCsvSplitter, type CsvPiece } from './split-csv.ts';

/** A row of a CSV file at the number of its first line, or why there is none. */
type CsvRow =
  | { readonly kind: 'row'; readonly fields: readonly string[]; readonly number: number }
  | { readonly kind: 'unreadable'; readonly number: number; readonly reason: string };

interface Pieces {
  readonly delimiter: string;
  readonly pieces: readonly CsvPiece[];
}

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

/**
 * The rows of a CSV file, empty ones among them. What is no record costs the line on which it begins, and is told of at
 * its place: the next line is read as if it were the first. However the bytes come, the rows are the same.
 */
const csvRows = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const decoder = new StringDecoder('utf8');
  const split = createCsvSplitter();
  for await (const chunk of mustBeUtf8(chunks)) {
    for (const row of rowsOf(split(decoder.write(chunk), false))) yield row;
  }
  for (const row of rowsOf(split(decoder.end(), true))) yield row;
};

const rowsOf = ({ delimiter, pieces }: Pieces): readonly CsvRow[] => {
  const quoted = unquoted(pieces, delimiter);
  let next = 0;
  return pieces.map((piece) => {
    if (piece.kind !== 'record') return piece;
    const { text, number, isQuoted } = piece;
    return { kind: 'row', number, fields: isQuoted ? quoted[next++]! : text.split(delimiter) };
  });
};

/** The fields of all records with quotes: it is to begin that costs the parser most. */
const unquoted = (pieces: readonly CsvPiece[], delimiter: string): readonly (readonly string[])[] => {
  const texts = pieces.flatMap((one) => (one.kind === 'record' && one.isQuoted ? [one.text] : []));
  if (texts.length === 0) return [];
  return parse(texts.join('\n'), { delimiter, record_delimiter: '\n', relax_column_count: true });
};
