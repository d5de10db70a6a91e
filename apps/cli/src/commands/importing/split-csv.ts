import { RECORD_BYTES } from './records.ts';
import { nextLineFrom, scanCsvRecord, type CsvText, type ScannedRecord } from './scan-csv-record.ts';

/** The text of a record without its line end, at the number of its first line, or why that line begins none. */
export type CsvPiece =
  | { readonly kind: 'record'; readonly number: number; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'unreadable'; readonly number: number; readonly reason: string };

/** Takes the text of a file bit by bit, and keeps no more of it than what may become a record. */
export const createCsvSplitter = () => {
  let rest = '';
  let number = 1;
  let isBegun = false;
  let isPassing = false;
  let known: string | null = null;

  /** Takes what begins at a place; gives where the next begins, null where more text is needed. */
  const take = (text: string, at: number, format: CsvText, pieces: CsvPiece[]): number | null => {
    const scanned = scanCsvRecord(text, at, format);
    const reason = whyNot(text, at, scanned);
    if (reason !== null) {
      pieces.push({ kind: 'unreadable', number, reason });
      isPassing = true;
      return at;
    }
    if (scanned.kind !== 'record') return null;
    const record = text.slice(at, scanned.end);
    pieces.push({ kind: 'record', number, text: record, isQuoted: scanned.isQuoted });
    number += 1 + (scanned.isQuoted ? lineEndsIn(record) : 0);
    return scanned.next;
  };

  /** Passes over what is left of a line that begins no record. */
  const pass = (text: string, at: number, isAll: boolean): number | null => {
    const next = nextLineFrom(text, at, isAll);
    if (next === null) return null;
    [number, isPassing] = [number + 1, false];
    return next;
  };

  return (
    more: string,
    isAll: boolean,
  ): { readonly delimiter: string; readonly pieces: readonly CsvPiece[] } => {
    const text = isBegun ? rest + more : (rest + more).replace(/^\uFEFF/, '');
    isBegun ||= text !== '';
    const delimiter = (known ??= delimiterOf(text, isAll));
    const pieces: CsvPiece[] = [];
    let at = 0;
    while (delimiter !== null && at < text.length) {
      const next = isPassing ? pass(text, at, isAll) : take(text, at, { delimiter, isAll }, pieces);
      if (next === null) break;
      at = next;
    }
    rest = isPassing ? (text.endsWith('\r') ? '\r' : '') : text.slice(at);
    return { delimiter: delimiter ?? ',', pieces };
  };
};

/** Why what begins at a place is no record; null where it is one, or may become one. */
const whyNot = (text: string, start: number, scanned: ScannedRecord): string | null => {
  if (isTooLong(text, start, lastOf(text, scanned))) {
    return `is longer than ${RECORD_BYTES} bytes; is a quote not closed?`;
  }
  return scanned.kind === 'broken' ? scanned.reason : null;
};

const lastOf = (text: string, scanned: ScannedRecord): number => {
  switch (scanned.kind) {
    case 'record':
      return scanned.end;
    case 'broken':
      return Math.min(scanned.at, text.length);
    case 'open':
      // What is last may be half a line end.
      return text.length - 1;
  }
};

/** A character has up to three bytes here, as one of four is two of them. */
const isTooLong = (text: string, start: number, end: number): boolean =>
  (end - start) * 3 > RECORD_BYTES && Buffer.byteLength(text.slice(start, end)) > RECORD_BYTES;

const lineEndsIn = (record: string): number => record.match(/\r\n|\n|\r/g)?.length ?? 0;

const DELIMITERS = [',', ';', '\t'] as const;

/** What separates the columns: the first line has most of it outside of quotes; null while that is not there. */
const delimiterOf = (text: string, isAll: boolean): string | null => {
  const begun = text.trimStart();
  const [header = '', behind] = begun.split(/\r|\n/, 2);
  if (behind === undefined && !isAll && text.length <= RECORD_BYTES) return null;
  const plain = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => plain.split(delimiter).length;
  return DELIMITERS.reduce((most, one) => (count(one) > count(most) ? one : most));
};
