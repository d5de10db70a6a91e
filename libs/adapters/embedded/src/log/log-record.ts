import type { StoredRecord } from '@kith/ports';

/** A record as it lies in the log, and when it was appended (epoch milliseconds). */
export interface LoggedRecord extends StoredRecord {
  readonly appendedAt: number;
}

/** One line with the time and the key as JSON, which never holds a line break, then the value as it is. */
export const encodeRecord = (appendedAt: number, key: string, value: string): string =>
  `${appendedAt} ${JSON.stringify(key)}\n${value}`;

export const decodeRecord = (position: number, text: string): LoggedRecord => {
  const lineEnd = text.indexOf('\n');
  const blank = text.indexOf(' ');
  return {
    position,
    appendedAt: Number(text.slice(0, blank)),
    key: JSON.parse(text.slice(blank + 1, lineEnd)) as string,
    value: text.slice(lineEnd + 1),
  };
};

/** When it was appended, without decoding the rest. */
export const appendedAtOf = (text: string): number => Number(text.slice(0, text.indexOf(' ')));
