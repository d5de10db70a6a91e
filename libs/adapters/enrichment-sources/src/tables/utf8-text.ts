import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Decodes a file in UTF-8, a chunk at a time. Throws with the number of the line where something is none. */
export interface Utf8Text {
  next(chunk: Buffer): string;
  /** What the end leaves: nothing, unless the file ends within a character. */
  end(): string;
}

const NEWLINE = 0x0a;
/** Below, a byte is a character; from there up to `LEADING` it goes on with one, and beyond it begins a longer one. */
const CONTINUING = 0x80;
const LEADING = 0xc0;
/** The longest character has one more. */
const MAX_BEGUN = 3;

/** A mark at the beginning of the file is none of its text. */
export const createUtf8Text = (): Utf8Text => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let begun = Buffer.alloc(0);
  return {
    next: (chunk) => {
      try {
        const text = decoder.decode(chunk, { stream: true });
        line += newlinesIn(chunk);
        begun = begunIn(Buffer.concat([begun, chunk.subarray(-MAX_BEGUN)]));
        return text;
      } catch (cause) {
        throw brokenAt(line + soundLinesIn(Buffer.concat([begun, chunk])), cause);
      }
    },
    end: () => {
      try {
        return decoder.decode();
      } catch (cause) {
        throw brokenAt(line, cause);
      }
    },
  };
};

const brokenAt = (line: number, cause: unknown): Error => new Error(`line ${line}: is not UTF-8`, { cause });

const newlinesIn = (chunk: Buffer): number => {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
};

/** The last character, if some of it may still come. */
const begunIn = (bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => {
  const end = bytes.subarray(-MAX_BEGUN);
  const last = end.findLastIndex((byte) => byte >= LEADING || byte < CONTINUING);
  return last === -1 || end[last]! < CONTINUING ? Buffer.alloc(0) : end.subarray(last);
};

/** How many lines there are before the first that is broken; where all whole lines are sound, it is the last one. */
const soundLinesIn = (bytes: Buffer): number => {
  let [lines, from] = [0, 0];
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, from)) {
    if (!isUtf8(bytes.subarray(from, at))) return lines;
    [lines, from] = [lines + 1, at + 1];
  }
  return lines;
};
