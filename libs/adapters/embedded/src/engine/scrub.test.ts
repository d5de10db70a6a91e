import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ampleDeadline, manyOf, temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openJson, type Collection } from './collection.ts';
import { openEnvironment, type Environment } from './environment.ts';
import { forwards } from './keys.ts';
import { createScrub } from './scrub.ts';

const FIRST = { version: 1, name: 'first layout', migrate: () => undefined };
const MARK = 'the person';
const ROWS = 2_000;
const ROWS_PER_COMMIT = 40;

const directories: TemporaryDirectory[] = [];
const directory = (): string => directories.at(-1)!.path;

const endings = useEndings(afterEach);
beforeEach(async () => {
  const made = await temporaryDirectory();
  endings.push(made.remove);
  directories.push(made);
});

const tracesInFile = async (): Promise<number> =>
  (await readFile(join(directory(), 'data.mdb'), 'latin1')).split(MARK).length - 1;

/** Of every size, some of them larger than a page. */
const someText = (index: number): string =>
  'abc'.repeat(((index * 37) % 400) + (index % 50 === 0 ? 3_000 : 1));

const inSteps = async (environment: Environment, change: (index: number) => void): Promise<void> => {
  for (let from = 0; from < ROWS; from += ROWS_PER_COMMIT) {
    const indices = manyOf(ROWS_PER_COMMIT, (index) => from + index);
    await environment.write(ampleDeadline(), () => indices.forEach(change));
  }
};

/** Rows of others; between them, rows of a person came, and went again. */
const openWithTraces = async (): Promise<{ environment: Environment; rows: Collection<string> }> => {
  const environment = await openEnvironment(directory(), [FIRST]);
  const rows = openJson<string>(environment.root, 'rows');
  await inSteps(environment, (index) => rows.put([index], someText(index)));
  await inSteps(environment, (index) => rows.put(['demo', index, 'x'], `${MARK} ${someText(index)}`));
  await inSteps(environment, (index) => rows.put([index + 0.5], `${MARK} ${someText(index)}`));
  await inSteps(environment, (index) => {
    rows.remove([index + 0.5]);
    rows.put(['demo', index, 'x'], someText(index));
  });
  return { environment, rows };
};

const expectUntouched = (rows: Collection<string>): void => {
  const texts = manyOf(ROWS, someText);
  expect(rows.values(forwards('demo'))).toEqual(texts);
  expect(rows.values({ start: [0], end: [ROWS] })).toEqual(texts);
};

describe('scrubbing', () => {
  test('leaves no trace of what was removed, changed or moved, and everything else as it was', async () => {
    const { environment, rows } = await openWithTraces();
    expect(await tracesInFile()).toBeGreaterThan(100);
    expect(await createScrub(environment)(new AbortController().signal)).toBe(true);
    expect(await tracesInFile()).toBe(0);
    expectUntouched(rows);
    await environment.close();
  });

  test('lets others write meanwhile, and loses nothing of theirs', async () => {
    const { environment, rows } = await openWithTraces();
    const over = { is: false, written: 0 };
    const scrubbed = createScrub(environment)(new AbortController().signal).finally(() => (over.is = true));
    for (; !over.is; over.written += 1) {
      const index = over.written;
      await environment.write(ampleDeadline(), () => rows.put(['other', index], someText(index)));
    }
    expect(await scrubbed).toBe(true);
    expect(over.written).toBeGreaterThan(10);
    expect(rows.values(forwards('other'))).toEqual(manyOf(over.written, someText));
    expect(await tracesInFile()).toBe(0);
    expectUntouched(rows);
    await environment.close();
  });

  test('that is stopped leaves its zeros to the next, which ends it', async () => {
    const { environment } = await openWithTraces();
    const scratch = openJson<string>(environment.root, 'scratch');
    const stop = new AbortController();
    const stopped = createScrub(environment)(stop.signal);
    while (scratch.count(forwards()) < 100) await environment.write(ampleDeadline(), () => undefined);
    stop.abort();
    expect(await stopped).toBe(false);
    await environment.close();
    const again = await openEnvironment(directory(), [FIRST]);
    expect(await createScrub(again)(new AbortController().signal)).toBe(true);
    expect(await tracesInFile()).toBe(0);
    expect(openJson(again.root, 'scratch').count(forwards())).toBe(0);
    expectUntouched(openJson(again.root, 'rows'));
    await again.close();
  });
});
