import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { MAX_ROW, type Row } from './row.ts';
import type { TableFile } from './table-file.ts';

/** A row with its place, as the parser gives it with the option `info`. */
interface Record {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The rows of a CSV file behind its header. */
export const csvRows = async function* (
  wanted: TableFile,
  texts: AsyncIterable<string>,
): AsyncGenerator<Row> {
  let places: Places | null = null;
  for await (const { record, info } of records(wanted, texts)) {
    if (places === null) {
      places = placesIn(wanted, record);
      continue;
    }
    const { key, values } = places;
    yield { line: info.lines, key: record[key] ?? '', values: values.map((place) => record[place] ?? '') };
  }
  if (places === null) throw new Error('has no header');
};

const records = async function* (
  { format }: TableFile,
  texts: AsyncIterable<string>,
): AsyncGenerator<Record> {
  const parser = parse({
    delimiter: format.delimiter,
    info: true,
    max_record_size: MAX_ROW,
    skip_empty_lines: true,
  });
  // Where reading fails, so does the parser; whoever reads from it sees why.
  pipeline(Readable.from(texts), parser, () => undefined);
  try {
    yield* parser as AsyncIterable<Record>;
  } catch (error) {
    throw withoutContent(error);
  }
};

/** The parser's own words quote the row. */
const withoutContent = (error: unknown): unknown =>
  error instanceof CsvError ? new Error(`line ${lineOf(error)}: is no row (${error.code})`) : error;

const lineOf = (error: CsvError): string => {
  const lines: unknown = error['lines'];
  return typeof lines === 'number' ? String(lines) : '?';
};

/** Which fields hold what. */
interface Places {
  readonly key: number;
  readonly values: readonly number[];
}

const placesIn = ({ column, values }: TableFile, header: readonly string[]): Places => {
  const names = header.map((name) => name.trim());
  const placeOf = (name: string): number => {
    const place = names.indexOf(name);
    if (place === -1) throw new Error(`has no column ${name}`);
    if (names.includes(name, place + 1)) throw new Error(`has more than one column ${name}`);
    return place;
  };
  return { key: placeOf(column), values: values.map(placeOf) };
};
