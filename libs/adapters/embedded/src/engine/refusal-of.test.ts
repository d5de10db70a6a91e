import { beforeAll, describe, expect, test } from 'vitest';
import { nestedObjects, temporaryDirectory, thrownBy, type TemporaryDirectory } from '@kith/testing';
import { useEndings } from '@kith/testing/use-endings';
import { open, type RootDatabase } from 'lmdb';
import { openJson, type Collection } from './collection.ts';
import { refusalOf } from './refusal-of.ts';

describe('what a failed commit comes to', () => {
  let directory: TemporaryDirectory;
  let root: RootDatabase;
  let values: Collection<unknown>;
  const endings = useEndings();
  beforeAll(async () => {
    directory = await temporaryDirectory();
    endings.push(() => directory.remove());
    root = open(directory.path, { overlappingSync: false });
    endings.push(() => root.close());
    values = openJson(root, 'values');
  });

  const put = (key: string, value: unknown) => root.transactionSync(() => values.put([key], value));

  test.each([
    ['a value that is nested too deeply', () => put('key', nestedObjects(100_000))],
    ['a value that is longer than a text can be', () => 'x'.repeat(2 ** 30)],
    ['a key that is too long to be written', () => put('k'.repeat(3_000), 1)],
    ['a key that is too long to be looked for', () => values.has(['k'.repeat(5_000)])],
  ])('is a refusal: %s', (_, work) => {
    expect(refusalOf(thrownBy(work))).toMatchObject({ kind: 'refused' });
  });

  test.each([
    ['memory that cannot be had', thrownBy(() => new ArrayBuffer(2 ** 52))],
    ['any other error of a range', new RangeError('Invalid array length')],
    ['any other fault', new TypeError('Maximum call stack size exceeded')],
  ])('is waited for: %s', (_, error) => {
    expect(thrownBy(() => refusalOf(error))).toBe(error);
  });
});
