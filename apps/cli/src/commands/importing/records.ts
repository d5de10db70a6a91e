import type { ImportLine } from '@kith/ports';

/** The format of an imported file. */
export type ImportFormat = 'csv' | 'ndjson';

/** A record of a file, at the number of the line on which it begins. */
export type FileRecord =
  | { readonly kind: 'line'; readonly number: number; readonly line: ImportLine; readonly size: number }
  | { readonly kind: 'unreadable'; readonly number: number; readonly reason: string };

/** The most that a record may bring, in bytes; a quote that nobody closes must not swallow the memory. */
export const RECORD_BYTES = 64 * 1024;

/** What a file as a whole says that cannot be: nothing behind it can be trusted. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** What decoders put in the place of bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD';
export const NOT_UTF8 = 'is not UTF-8';

/** Whether some text of a record was not UTF-8. */
export const isBroken = (text: string): boolean => text.includes(REPLACEMENT);

const UTF16: ReadonlySet<number> = new Set([0xfeff, 0xfffe]);

/** Passes a file on, unless it says by its first bytes that it is UTF-16. */
export const mustBeUtf8 = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk.length >= 2 && UTF16.has(chunk.readUInt16BE(0))) {
      throw new UnreadableFile('the file is in UTF-16: save it as UTF-8');
    }
    isFirst = false;
    yield chunk;
  }
};
