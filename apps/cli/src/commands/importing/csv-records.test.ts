import { describe, expect, test } from 'vitest';
import { csvRecords } from './csv-records.ts';
import { ndjsonRecords } from './ndjson-records.ts';
import { UnreadableFile, type FileRecord } from './records.ts';

const chunked = async function* (content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const shown = async (records: AsyncIterable<FileRecord>): Promise<readonly unknown[]> => {
  const all: unknown[] = [];
  for await (const one of records) all.push([one.number, one.kind === 'line' ? one.line : one.reason]);
  return all;
};

/** However the bytes come: one by one, in pieces, or all at once. */
const csv = async (content: string | Buffer): Promise<readonly unknown[]> => {
  const read = (size: number) => shown(csvRecords(chunked(content, size), () => undefined));
  const whole = await read(1 << 20);
  expect(await read(7)).toEqual(whole);
  return whole;
};

const STRAY = 'has a quote in the middle of a field';

describe('a CSV file', () => {
  test('may have a byte order mark, any line ends, quotes, and lines within a field', async () => {
    expect(await csv('\uFEFFa,b\r\n1,2\r\n\r\n"3\n4","5""6"\n,,\n7,8\r9,10')).toEqual([
      [2, { a: '1', b: '2' }],
      [4, { a: '3\n4', b: '5"6' }],
      [7, { a: '7', b: '8' }],
      [8, { a: '9', b: '10' }],
    ]);
  });

  test.each([';', '\t'])('may separate its columns by %j', async (delimiter) => {
    expect(await csv(`a${delimiter}"b,c"\n1${delimiter}2,3\n`)).toEqual([[2, { a: '1', 'b,c': '2,3' }]]);
  });

  test('leaves out empty fields, and refuses rows of another length', async () => {
    expect(await csv('a,b,c\n1,,3\n1,2\n1,2,3,4\n')).toEqual([
      [2, { a: '1', c: '3' }],
      [3, 'has 2 fields, the header has 3'],
      [4, 'has 4 fields, the header has 3'],
    ]);
  });

  test('goes on behind a row with a quote in the middle of a field', async () => {
    expect(await csv('a,b\n1,2\n3,x"y\n5,6\n')).toEqual([
      [2, { a: '1', b: '2' }],
      [3, STRAY],
      [4, { a: '5', b: '6' }],
    ]);
  });

  const BEHIND = 'has something between the end of a quote and that of its field';
  const TOO_LONG = 'is longer than 65536 bytes; is a quote not closed?';
  test.each<[string, string, readonly unknown[]]>([
    ['something behind a quote', '3,"x"y\n', [[3, BEHIND]]],
    ['a quote that the file does not close', '3,"4\n', [[3, 'has a quote that is not closed']]],
    [
      'a quote that ends within another row',
      '3,"4\n"5",6\n',
      [
        [3, BEHIND],
        [4, { a: '5', b: '6' }],
      ],
    ],
    [
      'something behind a quote of several lines',
      '3,"4\r\n5,6"x\r\n',
      [
        [3, BEHIND],
        [4, STRAY],
      ],
    ],
    ['a field without an end', `3,${'x'.repeat(1_000_000)}\n`, [[3, TOO_LONG]]],
    ['a quoted field without an end', `3,"${'x'.repeat(100_000)}"\r\n`, [[3, TOO_LONG]]],
    ['more bytes than characters', `3,${'€'.repeat(22_000)}\n`, [[3, TOO_LONG]]],
    [
      'several of them',
      'a"b"c\n"x"y\n',
      [
        [3, STRAY],
        [4, BEHIND],
      ],
    ],
  ])('loses the one line on which %s begins', async (_what, broken, told) => {
    const before = [2, { a: '1', b: '2' }];
    const lines = broken.split('\n').length - 1;
    expect(await csv(`a,b\n1,2\n${broken}7,8\n9,10`)).toEqual([
      before,
      ...told,
      [3 + lines, { a: '7', b: '8' }],
      [4 + lines, { a: '9', b: '10' }],
    ]);
  });

  test('goes on behind a quote that swallows more than a record may have', async () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => `${row},x\n`);
    const records = await csv(`a,b\n1,"2\n${rows.join('')}`);
    expect(records[0]).toEqual([2, TOO_LONG]);
    expect(records.slice(1)).toEqual(rows.map((_, row) => [row + 3, { a: String(row), b: 'x' }]));
  });

  test('takes a record of just as many bytes as one may have, whatever ends its line', async () => {
    const long = 'x'.repeat(65_536 - 2);
    for (const end of ['\n', '\r\n', '\r', '']) {
      expect(await csv(`a,b\n1,${long}${end}`)).toEqual([[2, { a: '1', b: long }]]);
    }
  });

  test('never takes a row for its header', async () => {
    expect(await csv('a,b\n1"2"3\n"x"y\n5,6\n')).toEqual([
      [2, STRAY],
      [3, BEHIND],
      [4, { a: '5', b: '6' }],
    ]);
  });

  test('refuses rows that are not UTF-8', async () => {
    expect(await csv(Buffer.from('a\ncaf\xe9\nx\n', 'latin1'))).toEqual([
      [2, 'is not UTF-8'],
      [3, { a: 'x' }],
    ]);
  });

  test('keeps names that every object inherits', async () => {
    const [[, line]] = (await csv('__proto__,constructor\n1,2\n')) as [[number, object]];
    expect(Object.entries(line)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  test.each([
    ['empty', ''],
    ['a column twice', 'a,b,a\n'],
    ['a header with a quote that is not closed', 'a,"b\n1,2\n'],
    ['a header that is too long', `a,${'b'.repeat(100_000)}\n1,2\n`],
  ])('that is not as it must be stops: %s', async (_what, content) => {
    await expect(csv(content)).rejects.toBeInstanceOf(UnreadableFile);
  });
});

describe('a file of JSON lines', () => {
  test('has an object on each line, whatever stands on the others', async () => {
    const content = `\uFEFF{"a":"1"}\r\n\n[]\n{"a":\n"${'x'.repeat(100_000)}"\n{"a":"2"}`;
    for (const size of [7, 1 << 20]) {
      expect(await shown(ndjsonRecords(chunked(content, size)))).toEqual([
        [1, { a: '1' }],
        [3, 'is no JSON object'],
        [4, 'is no JSON object'],
        [5, 'is longer than 65536 bytes'],
        [6, { a: '2' }],
      ]);
    }
  });
});
