import { afterEach, beforeEach, expect, test } from 'vitest';
import { ampleDeadline, manyOf, temporaryDirectory, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { openJson, openText } from './collection.ts';
import { openEnvironment } from './environment.ts';
import { forwards } from './keys.ts';

let directory: TemporaryDirectory;
const endings = useEndings(afterEach);
beforeEach(async () => {
  directory = await temporaryDirectory();
  endings.push(directory.remove);
});

/** Shorter and longer than a page, than what is encoded in one place, and of more bytes than characters. */
const TEXTS = [
  '',
  'short',
  'é😀\u2028"\\',
  'x'.repeat(5_000),
  '€'.repeat(21_845),
  '€'.repeat(21_846),
  '😀'.repeat(100_000),
];

test('values of one transaction, long and short in turns, come back as they were put', async () => {
  const environment = await openEnvironment(directory.path, []);
  const [json, text] = [openJson<unknown>(environment.root, 'json'), openText(environment.root, 'text')];
  const values = [...TEXTS, ...TEXTS.toReversed()];
  await environment.write(ampleDeadline(), () =>
    values.forEach((value, index) => {
      json.put([index], { value, list: [value] });
      text.put([index], value);
    }),
  );
  const stored = await environment.read(ampleDeadline(), () => [
    json.values(forwards()),
    text.values(forwards()),
  ]);
  expect(stored).toEqual([values.map((value) => ({ value, list: [value] })), values]);
  await environment.close();
});

test('a value that was put is not the one that follows it, read in the same transaction', async () => {
  const environment = await openEnvironment(directory.path, []);
  const json = openJson<string>(environment.root, 'json');
  const read = await environment.write(ampleDeadline(), () => {
    manyOf(9, (index) => json.put([index], `value ${index}`));
    return manyOf(9, (index) => json.get([index]));
  });
  expect(read).toEqual(manyOf(9, (index) => `value ${index}`));
  await environment.close();
});
