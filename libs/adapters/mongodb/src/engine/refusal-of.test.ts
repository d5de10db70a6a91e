import { expect, test } from 'vitest';
import { nestedObjects, thrownBy } from '@kith/testing';
import { BSON, MongoServerError } from 'mongodb';
import { refusalOf } from './refusal-of.ts';

const MEBIBYTE = 1024 * 1024;

const answer = (code: number, errmsg: string) => new MongoServerError({ code, errmsg });

test.each([
  ['data that is nested too deeply', thrownBy(() => JSON.stringify(nestedObjects(100_000)))],
  ['data that is longer than a text can be', thrownBy(() => 'x'.repeat(2 ** 30))],
  [
    'a document that is larger than the buffer of the encoder',
    thrownBy(() => BSON.serialize({ a: 'x'.repeat(17 * MEBIBYTE), b: 'y'.repeat(17 * MEBIBYTE) })),
  ],
  ['an answer that names its size', answer(10_334, 'BSONObj size is invalid')],
])('is a refusal: %s', (_, error) => {
  expect(refusalOf(error)).toEqual(expect.any(String));
});

test.each([
  ['memory that cannot be had', thrownBy(() => new ArrayBuffer(2 ** 52))],
  ['a number that some other call does not take', thrownBy(() => Buffer.alloc(-1))],
  ['any other error of a range', new RangeError('Invalid array length')],
  ['an answer that says nothing of the data', answer(11_600, 'interrupted at shutdown')],
])('is waited for: %s', (_, error) => {
  expect(error).not.toBeNull();
  expect(refusalOf(error)).toBeNull();
});
