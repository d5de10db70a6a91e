/** What a spreadsheet takes for the beginning of a formula, a command among them; in full width too. */
const FORMULA = '[=+\\-@＝＋－＠]';
/**
 * Spreadsheets that separate by semicolons or tabs see no quotes in the middle of a row: any of these begins a cell, whose
 * own quotes then go.
 */
const FORMULA_BEGINS = new RegExp(`(^|[;\\t\\r\\n])(?="*${FORMULA})`, 'g');
const BLANK_FIRST = /^[\t\r\n]/;
/** A telephone number stays what it is: nothing is run where it is taken for a number. */
const SIGNED_NUMBER = /^[+-]\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",;\r\n]|^\s|\s$/;

/**
 * A row of RFC 4180, without the end of its line. Texts that a spreadsheet would run are guarded (`guardedCell`); numbers
 * stay numbers, null and undefined are empty, objects are JSON.
 */
export const csvRow = (values: readonly unknown[]): string =>
  values.map((value) => quoted(textOf(value))).join(',');

/** A text with an apostrophe in front of whatever a spreadsheet would run as a formula; not quoted yet. */
export const guardedCell = (text: string): string => {
  if (SIGNED_NUMBER.test(text)) return text;
  const guarded = text.replaceAll(FORMULA_BEGINS, "$1'");
  return BLANK_FIRST.test(guarded) ? `'${guarded}` : guarded;
};

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return guardedCell(typeof value === 'string' ? value : JSON.stringify(value));
};

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
