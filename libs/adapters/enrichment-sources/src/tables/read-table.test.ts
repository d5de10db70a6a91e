import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { MAX_ROW, ROWS_AT_ONCE, type TableLimits } from './row.ts';
import { readTable } from './read-table.ts';
import type { TableFile } from './table-file.ts';

let directory: TemporaryDirectory;
const endings = useEndings(afterEach);
beforeEach(async () => {
  directory = await temporaryDirectory();
  endings.push(() => directory.remove());
});

const wantedOf = (more: Partial<TableFile>): TableFile => ({
  file: join(directory.path, 'table'),
  format: { kind: 'csv', delimiter: ',' },
  column: 'id',
  lowercase: false,
  values: ['tier', 'score'],
  ...more,
});

const tableOf = async (content: string | Buffer, more: Partial<TableFile> = {}) => {
  const wanted = wantedOf(more);
  await writeFile(wanted.file, content);
  return [...(await readTable(wanted))];
};

const ndjson = { format: { kind: 'ndjson', delimiter: ',' } } as const;

describe('a CSV table', () => {
  test('has what its columns hold, in the order in which they are wanted', async () => {
    const content = 'score,id,tier,secret\n1,a,gold,x\r\n2,b,"silver, or ""so""",y\n';
    expect(await tableOf(content)).toEqual([
      ['a', ['gold', '1']],
      ['b', ['silver, or "so"', '2']],
    ]);
  });

  test('may begin with a mark, have another delimiter, blanks and empty lines', async () => {
    const content = '\uFEFF id ; tier;score\n\n a ; gold ;\n\n;none;0\n';
    expect(await tableOf(content, { format: { kind: 'csv', delimiter: ';' } })).toEqual([
      ['a', ['gold', null]],
    ]);
  });

  test('may have a name twice that nobody asks for', async () => {
    expect(await tableOf('id,,tier,,score\na,x,gold,y,1\n')).toEqual([['a', ['gold', '1']]]);
  });

  test('compares keys in lower case where the identifier does', async () => {
    expect(await tableOf('id,tier,score\nABC,gold,1\n', { lowercase: true })).toEqual([
      ['abc', ['gold', '1']],
    ]);
  });

  test('believes the last of two rows with one key', async () => {
    expect(await tableOf('id,tier,score\na,gold,1\na,silver,2\n')).toEqual([['a', ['silver', '2']]]);
  });

  test.each<[string, string | Buffer, string]>([
    ['is empty', '', 'has no header'],
    ['lacks the key', 'customer,tier,score\n', 'has no column id'],
    ['lacks a value', 'id,tier\n', 'has no column score'],
    ['has a short row', 'id,tier,score\na,gold,1\nhidden,b\n', 'line 3: is no row'],
    ['has a broken quote', 'id,tier,score\n"hidden"b,gold,1\n', 'line 2: is no row'],
    ['has a quote without an end', `id,tier,score\n"hidden,gold,1\n`, ': is no row'],
    ['has a field without an end', `id,tier,score\n"${'x'.repeat(MAX_ROW + 10)}`, ': is no row'],
    ['has a long field', `id,tier,score\na,${'x'.repeat(513)},1\n`, 'line 2: has a field of more than 512'],
    ['is in another encoding', Buffer.from('id,tier,score\na,gr\xfcn,1\n', 'latin1'), 'line 2: is not UTF-8'],
    ['is cut in a character', Buffer.from('id,tier,score\na,1,ü').subarray(0, -1), 'line 2: is not UTF-8'],
    ['has its key twice', 'id,tier,score, id\n', 'has more than one column id'],
    ['has a value twice', 'tier,id,score,tier\n', 'has more than one column tier'],
  ])('that %s is refused, and nothing of it is shown', async (_, content, why) => {
    const reading = tableOf(content);
    await expect(reading).rejects.toThrow(why);
    await expect(reading).rejects.not.toThrow('hidden');
  });

  test('lets others have a turn while it is read', async () => {
    const rows = ROWS_AT_ONCE * 20;
    let turns = 0;
    let isReading = true;
    const turn = (): void => {
      turns += 1;
      if (isReading) setImmediate(turn);
    };
    setImmediate(turn);
    const table = await tableOf(
      `id,tier,score\n${Array.from({ length: rows }, (_, n) => `${n},a,1`).join('\n')}`,
    );
    isReading = false;
    expect(table).toHaveLength(rows);
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

describe('an NDJSON table', () => {
  test('has texts, numbers, true and false as they are', async () => {
    const content =
      '{"id":"a","tier":" gold ","score":1.5,"more":[1]}\n\n{"id":7,"tier":true,"score":null}\n{"tier":"x"}';
    expect(await tableOf(content, ndjson)).toEqual([
      ['a', ['gold', 1.5]],
      ['7', [true, null]],
    ]);
  });

  test.each<[string, string, string]>([
    ['is no JSON', '{"id":"a"}\n{hidden\n', 'line 2: is no JSON object'],
    ['is a list', '["hidden"]\n', 'line 1: is no JSON object'],
    ['has a list in a value', '{"id":"hidden","tier":[1]}', 'line 1: tier is no text'],
    ['has an object as its key', '{"id":{"hidden":1}}', 'line 1: id is no text'],
    ['has a line without an end', `{}\n{"id":"${'x'.repeat(MAX_ROW + 10)}`, 'line 2: has more than'],
  ])('that %s is refused, and nothing of it is shown', async (_, content, why) => {
    const reading = tableOf(content, ndjson);
    await expect(reading).rejects.toThrow(why);
    await expect(reading).rejects.not.toThrow('hidden');
  });
});

describe('a table that is too large', () => {
  test.each<[string, TableLimits, string]>([
    ['bytes', { bytes: 20, rows: 10 }, 'is larger than 20 bytes'],
    ['rows', { bytes: 100, rows: 2 }, 'has more than 2 rows'],
  ])('in its %s is refused', async (_, limits, why) => {
    const wanted = wantedOf({});
    await writeFile(wanted.file, 'id,tier,score\na,,\nb,,\nc,,\n');
    await expect(readTable(wanted, limits)).rejects.toThrow(why);
    expect((await readTable(wanted, { bytes: 100, rows: 3 })).size).toBe(3);
  });
});
