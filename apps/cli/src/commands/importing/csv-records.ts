import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { isBroken, mustBeUtf8, NOT_UTF8, RECORD_BYTES, UnreadableFile } from './records.ts';
import type { FileRecord } from './records.ts';

/** Refuses a header; throws `UnreadableFile` where the columns are not those that it takes. */
export type CheckHeader = (columns: readonly string[]) => void;

/** A row as the parser gives it, or what it says of one that it had to leave out. */
type Row =
  | { readonly kind: 'row'; readonly fields: readonly string[]; readonly number: number }
  | { readonly kind: 'unreadable'; readonly number: number; readonly reason: string };

/**
 * The records of a CSV file (RFC 4180) with a header; rows without any value are none. Columns are separated by commas,
 * semicolons or tabs, whichever the header has most of.
 */
export const csvRecords = async function* (
  chunks: AsyncIterable<Buffer>,
  check: CheckHeader,
): AsyncGenerator<FileRecord> {
  let columns: readonly string[] | null = null;
  for await (const row of rowsOf(chunks)) {
    if (columns !== null) yield row.kind === 'row' ? recordOf(columns, row) : row;
    else columns = headerOf(row, check);
  }
  if (columns === null) throw new UnreadableFile('the file is empty: its first line must name the columns');
};

const headerOf = (row: Row, check: CheckHeader): readonly string[] => {
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
  { fields, number }: Row & { readonly kind: 'row' },
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

const rowsOf = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Row> {
  const left: Row[] = [];
  // The parser reads ahead: what it left out is told when the rows before it have been.
  const leftBefore = (number: number): Row[] =>
    left.splice(0, left.filter((row) => row.number < number).length);
  const { delimiter, whole } = await withDelimiter(mustBeUtf8(chunks));
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: RECORD_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    on_skip: (error) => void left.push(leftOut(error)),
  });
  pipeline(whole, parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const number = info.lines - linesWithin(record);
      yield* leftBefore(number);
      yield { kind: 'row', fields: record, number };
    }
  } catch (error) {
    yield* left.splice(0);
    throw error instanceof CsvError ? new UnreadableFile(sentenceOf(error)) : error;
  }
  yield* left.splice(0);
};

/** The number that the parser gives is that of the line on which a record ends. */
const linesWithin = (fields: readonly string[]): number =>
  fields.reduce((sum, field) => sum + (field.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** Only after a quote in the middle of a plain field does the parser know where the next row begins. */
const leftOut = (error: CsvError | undefined): Row => {
  if (error?.code !== 'INVALID_OPENING_QUOTE') throw error ?? new Error('a row was left out');
  return { kind: 'unreadable', number: lineOf(error), reason: 'has a quote in the middle of a field' };
};

const lineOf = (error: CsvError): number => Number(error['lines'] ?? 0);

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['CSV_MAX_RECORD_SIZE', `a record is longer than ${RECORD_BYTES} bytes; is a quote not closed?`],
  ['CSV_INVALID_CLOSING_QUOTE', 'something stands between the end of a quote and that of its field'],
  ['CSV_QUOTE_NOT_CLOSED', 'the file ends, and a quote is not closed'],
]);

const sentenceOf = (error: CsvError): string =>
  `line ${lineOf(error)}: ${SENTENCES.get(error.code) ?? 'it is not as CSV must be'}`;

const DELIMITERS = [',', ';', '\t'] as const;

/** The file, and what separates its columns: the first line has most of it outside of quotes. */
const withDelimiter = async (chunks: AsyncGenerator<Buffer>) => {
  const next = await chunks.next();
  const first = next.done === true ? null : next.value;
  const [header = ''] = (first ?? Buffer.alloc(0)).toString('utf8').trimStart().split(/\r|\n/, 1);
  const plain = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => plain.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((most, one) => (count(one) > count(most) ? one : most));
  const whole = async function* (): AsyncGenerator<Buffer> {
    if (first !== null) yield first;
    yield* chunks;
  };
  return { delimiter, whole };
};
