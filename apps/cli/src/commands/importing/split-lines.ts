import { RECORD_BYTES } from './records.ts';

const NEWLINE = 0x0a;

/** Splits a file at its line feeds; a line that is too long is null, whatever its length, and takes no memory. */
export const splitLines = async function* (
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
