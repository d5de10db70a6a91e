import { StringDecoder } from 'node:string_decoder';
import { parse } from 'csv-parse/sync';
import { mustBeUtf8 } from './records.ts';
import { createCsvSplitter, type CsvPiece } from './split-csv.ts';

/** A row of a CSV file at the number of its first line, or why there is none. */
export type CsvRow =
  | { readonly kind: 'row'; readonly fields: readonly string[]; readonly number: number }
  | { readonly kind: 'unreadable'; readonly number: number; readonly reason: string };

/**
 * The rows of a CSV file, empty ones among them. What is no record costs the line on which it begins, and is told of at
 * its place: the next line is read as if it were the first. However the bytes come, the rows are the same.
 */
export const csvRows = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const decoder = new StringDecoder('utf8');
  const split = createCsvSplitter();
  for await (const chunk of mustBeUtf8(chunks)) {
    for (const row of rowsOf(split(decoder.write(chunk), false))) yield row;
  }
  for (const row of rowsOf(split(decoder.end(), true))) yield row;
};

interface Pieces {
  readonly delimiter: string;
  readonly pieces: readonly CsvPiece[];
}

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
