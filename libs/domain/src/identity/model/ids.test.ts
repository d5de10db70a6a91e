import { describe, expect, test } from 'vitest';
import { parseUmdid, uuidFromBytes } from './ids.ts';

describe('umdid', () => {
  test('any letter case is accepted and becomes lower case', () => {
    expect(parseUmdid('6F9619FF-8B86-4D01-B42D-00CF4FC964FF')).toBe('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
  });

  test.each(['', '6f9619ff', '6f9619ff-8b86-1d01-b42d-00cf4fc964ff', '6f9619ff8b864d01b42d00cf4fc964ff'])(
    '%j is none',
    (text) => expect(parseUmdid(text)).toBeNull(),
  );
});

describe('a UUID from the bytes of a MAC', () => {
  test('has the shape of version 4', () => {
    expect(uuidFromBytes(new Uint8Array(32).fill(0xff))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
    expect(uuidFromBytes(new Uint8Array(16))).toBe('00000000-0000-4000-8000-000000000000');
  });

  test('takes 16 bytes', () => expect(() => uuidFromBytes(new Uint8Array(15))).toThrow(RangeError));
});
