import { type FileRecord, isBroken, mustBeUtf8, NOT_UTF8, RECORD_BYTES } from './records.ts';

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

const NEWLINE = 0x0a;

/** Splits a file at its line feeds; a line that is too long is null, whatever its length, and takes no memory. */
const splitLines = async function* (
  chunks: AsyncIterable<Buffer>,
  longest = RECORD_BYTES,
): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (part: Buffer): void => {
    length += part.length;
    if (length > longest) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const line = (): string | null => {
    const text = length > longest ? null : Buffer.concat(parts).toString('utf8');
    [parts, length] = [[], 0];
    return text;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield line();
};
