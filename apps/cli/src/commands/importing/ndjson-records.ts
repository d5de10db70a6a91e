import { isBroken, mustBeUtf8, NOT_UTF8, RECORD_BYTES, type FileRecord } from './records.ts';
import { splitLines } from './split-lines.ts';

/** The records of a file with one JSON object on each line; empty lines are none. */
export const ndjsonRecords = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRecord> {
  let number = 0;
  for await (const line of splitLines(mustBeUtf8(chunks))) {
    number += 1;
    const text = number === 1 ? line?.replace(/^\uFEFF/, '') : line;
    if (text?.trim() !== '') yield recordOf(number, text ?? null);
  }
};

const recordOf = (number: number, text: string | null): FileRecord => {
  if (text === null) return unreadable(number, `is longer than ${RECORD_BYTES} bytes`);
  if (isBroken(text)) return unreadable(number, NOT_UTF8);
  const line = parsed(text);
  return isObject(line)
    ? { kind: 'line', number, line, size: text.length }
    : unreadable(number, 'is no JSON object');
};

const unreadable = (number: number, reason: string): FileRecord => ({ kind: 'unreadable', number, reason });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
