import { describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { blockedIdentifierValues } from './blocked-identifier-values.ts';

const hex = (algorithm: 'md5' | 'sha1' | 'sha256', text: string): string =>
  createHash(algorithm).update(text).digest('hex');

describe('the values that never identify anybody', () => {
  const blocked = blockedIdentifierValues(['Test-User', ' '], hex);

  test.each([
    'null',
    'undefined',
    'none',
    'anonymous',
    'guest',
    '0',
    '-1',
    '00000000-0000-0000-0000-000000000000',
  ])('%s is one, and so are its hashes', (value) => {
    expect(blocked.has(value)).toBe(true);
    for (const algorithm of ['md5', 'sha1', 'sha256'] as const) {
      expect(blocked.has(hex(algorithm, value))).toBe(true);
    }
  });

  test('the hashes of the empty string are known by their published values', () => {
    expect(blocked.has('d41d8cd98f00b204e9800998ecf8427e')).toBe(true);
    expect(blocked.has('da39a3ee5e6b4b0d3255bfef95601890afd80709')).toBe(true);
    expect(blocked.has('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')).toBe(true);
  });

  test('the hashes of other spellings are blocked too', () => {
    expect(blocked.has(hex('sha256', 'None'))).toBe(true);
    expect(blocked.has(hex('md5', 'NULL'))).toBe(true);
  });

  test("the account's own values are blocked in lower case, with their hashes as written", () => {
    expect(blocked.has('test-user')).toBe(true);
    expect(blocked.has('Test-User')).toBe(false);
    expect(blocked.has(hex('sha1', 'Test-User'))).toBe(true);
  });

  test('neither the empty string nor an honest value is blocked', () => {
    expect(blocked.has('')).toBe(false);
    expect(blocked.has('c-1001')).toBe(false);
    expect(blocked.has(hex('sha256', 'c-1001'))).toBe(false);
  });

  test('a digest in capitals gives the same set', () => {
    expect(blockedIdentifierValues([], (algorithm, text) => hex(algorithm, text).toUpperCase())).toEqual(
      blockedIdentifierValues([], hex),
    );
  });
});
