import { describe, expect, test } from 'vitest';
import { createUtf8Text } from './utf8-text.ts';

const WHOLE = Buffer.from('\uFEFFa;ü\nb;€\n\nc;😀\nd;e');

/** The text of a file that comes in chunks of so many bytes. */
const textOf = (file: Buffer, size: number): string => {
  const text = createUtf8Text();
  const chunks = Array.from({ length: Math.ceil(file.length / size) }, (_, n) =>
    file.subarray(n * size, (n + 1) * size),
  );
  return chunks.map((chunk) => text.next(chunk)).join('') + text.end();
};

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 100];

describe('the text of a file', () => {
  test.each(SIZES)('is whole in chunks of %i bytes, without its mark', (size) => {
    expect(textOf(WHOLE, size)).toBe('a;ü\nb;€\n\nc;😀\nd;e');
  });

  test.each(SIZES)('in chunks of %i bytes is refused with the line that is broken', (size) => {
    for (const line of [1, 2, 3, 4, 5]) {
      for (const broken of [[0xff], [0xc3], [0xf0, 0x9f, 0x98], [0xa4]]) {
        const lines = WHOLE.toString()
          .split('\n')
          .map((text) => Buffer.from(text));
        lines[line - 1] = Buffer.concat([lines[line - 1]!, Buffer.from(broken)]);
        const file = Buffer.concat(lines.flatMap((one, at) => (at === 0 ? [one] : [Buffer.from('\n'), one])));
        expect(() => textOf(file, size)).toThrow(`line ${line}: is not UTF-8`);
      }
    }
  });
});
