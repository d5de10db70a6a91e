import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { useEndings } from '@kith/testing/use-endings';
import { openBookmark, type Bookmark, type RefusedRecord } from './bookmark.ts';

let folder: string;
const endings = useEndings(afterEach);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kith-bookmark-'));
  endings.push(() => rm(folder, { recursive: true }));
});

const after = (records: number, refused: number) => ({
  records,
  taken: records - refused,
  outdated: 0,
  unchanged: 0,
  refused,
});
const refusedOf = async (bookmark: Bookmark): Promise<readonly number[]> => {
  const all: RefusedRecord[] = [];
  for await (const one of bookmark.refused()) all.push(one);
  return all.map(({ line }) => line);
};
const refusal = (line: number): RefusedRecord => ({ line, reason: 'status: none' });

describe('a bookmark', () => {
  test('is where it was left, with all that was refused by then', async () => {
    const first = await openBookmark(folder, 'one');
    await first.moveOn(after(500, 1), [refusal(7)]);
    await first.moveOn(after(1_000, 2), [refusal(777)]);
    const second = await openBookmark(folder, 'one');
    expect(second.tally()).toMatchObject(after(1_000, 2));
    expect(await refusedOf(second)).toEqual([7, 777]);
  });

  test('forgets what was refused behind it: a kill between the two writes tells nothing twice', async () => {
    await (await openBookmark(folder, 'one')).moveOn(after(500, 1), [refusal(7)]);
    await writeFile(join(folder, 'one.refused'), `${JSON.stringify(refusal(777))}\n{"li`, { flag: 'a' });
    const again = await openBookmark(folder, 'one');
    await again.moveOn(after(1_000, 2), [refusal(777)]);
    expect(await refusedOf(again)).toEqual([7, 777]);
  });

  test('begins anew where it cannot be read, or the list is shorter than it says', async () => {
    await (await openBookmark(folder, 'one')).moveOn(after(500, 1), [refusal(7)]);
    await truncate(join(folder, 'one.refused'), 3);
    expect((await openBookmark(folder, 'one')).tally().records).toBe(0);
    await (await openBookmark(folder, 'two')).moveOn(after(500, 0), []);
    await writeFile(join(folder, 'two.json'), '{"records":');
    expect((await openBookmark(folder, 'two')).tally().records).toBe(0);
  });

  test('is nobody else’s, and leaves nothing when the import is over', async () => {
    const one = await openBookmark(folder, 'one');
    await one.moveOn(after(500, 1), [refusal(7)]);
    expect((await openBookmark(folder, 'two')).tally().records).toBe(0);
    await one.remove();
    expect(await readdir(folder)).toEqual([]);
    await (await openBookmark(folder, 'two')).remove();
    expect(await readdir(folder)).toEqual([]);
  });
});
