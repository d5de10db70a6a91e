/** What stands at a place of a CSV file where a record may begin. */
export type ScannedRecord =
  | {
      readonly kind: 'record';
      /** Where its text ends, and where what is behind its line end begins. */
      readonly end: number;
      readonly next: number;
      readonly isQuoted: boolean;
    }
  /** None, by what stands at a place. */
  | { readonly kind: 'broken'; readonly at: number; readonly reason: string }
  /** As much of it as is there may become a record. */
  | { readonly kind: 'open' };

/** How a file separates its columns, and whether its text is all there. */
export interface CsvText {
  readonly delimiter: string;
  readonly isAll: boolean;
}

const OPEN: ScannedRecord = { kind: 'open' };

/** Looks for the end of the record that begins at `start`: the first line end outside of quotes. */
export const scanCsvRecord = (text: string, start: number, { delimiter, isAll }: CsvText): ScannedRecord => {
  let at = start;
  for (;;) {
    const mark = markFrom(text, at);
    if (text[mark] !== '"') return endedAt(text, mark, isAll, at > start);
    if (mark > start && text[mark - 1] !== delimiter) {
      return { kind: 'broken', at: mark, reason: 'has a quote in the middle of a field' };
    }
    at = behindQuoted(text, mark);
    if (at >= text.length && !isAll) return OPEN;
    if (at > text.length) return { kind: 'broken', at, reason: 'has a quote that is not closed' };
    if (at < text.length && !isFieldEnd(text[at]!, delimiter)) {
      return { kind: 'broken', at, reason: 'has something between the end of a quote and that of its field' };
    }
  }
};

const LINE_END = /[\r\n]/g;

/** Where the line behind the one at `from` begins; null where that cannot be said yet, or there is none. */
export const nextLineFrom = (text: string, from: number, isAll: boolean): number | null => {
  LINE_END.lastIndex = from;
  const found = LINE_END.exec(text);
  return found === null ? null : behindLineEnd(text, found.index, isAll);
};

const MARK = /["\r\n]/g;

/** Where the next quote or line end is; behind the text where there is none. */
const markFrom = (text: string, from: number): number => {
  MARK.lastIndex = from;
  return MARK.exec(text)?.index ?? text.length;
};

/** Where it goes on behind a quoted field; further than behind the text where its quote is not closed. */
const behindQuoted = (text: string, quote: number): number => {
  for (let at = quote + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length + 1;
    if (text[at + 1] !== '"') return at + 1;
  }
};

const isFieldEnd = (sign: string, delimiter: string): boolean =>
  sign === delimiter || sign === '\n' || sign === '\r';

const endedAt = (text: string, end: number, isAll: boolean, isQuoted: boolean): ScannedRecord => {
  const next = end < text.length ? behindLineEnd(text, end, isAll) : isAll ? end : null;
  return next === null ? OPEN : { kind: 'record', end, next, isQuoted };
};

/** A carriage return at the end of what is there may be half a line end. */
const behindLineEnd = (text: string, at: number, isAll: boolean): number | null => {
  if (text[at] === '\n') return at + 1;
  if (at + 1 === text.length) return isAll ? at + 1 : null;
  return text[at + 1] === '\n' ? at + 2 : at + 1;
};
