import { describe, expect, test } from 'vitest';
import { decodeTracking, encodeDeadLetter, deadLetterSchema } from '@kith/contracts';
import { toDeadLetter } from './to-dead-letter.ts';

const MEBIBYTE = 1024 * 1024;
const UMID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const deadLetterOf = (value: string, { key = UMID, reason = 'why', isOmitted = false } = {}) =>
  toDeadLetter({
    place: { topic: 'tracking', partition: 3 },
    record: { key, value, position: 17 },
    reason,
    isOmitted,
    at: 1_000,
    keptMs: 500,
  });

describe('a dead letter', () => {
  test('is named by the place of its original, and holds it', () => {
    expect(deadLetterOf('{"account":"demo"}')).toMatchObject({
      id: 'tracking/3/17',
      account: 'demo',
      umid: UMID,
      original: { kind: 'text', value: '{"account":"demo"}' },
      bytes: 18,
      buriedAt: 1_000,
      expiresAt: 1_500,
    });
  });

  test.each(['', '{', 'null', '7', '"text"', '[]', '{"account":7}', '{"account":""}'])(
    'names no account where the record does not: %s',
    (value) => expect(deadLetterOf(value).account).toBeNull(),
  );

  test('has the same digest as the same record elsewhere, and another one than any other record', () => {
    const digests = [
      deadLetterOf('a'),
      deadLetterOf('a'),
      deadLetterOf('b'),
      deadLetterOf('a', { key: 'k' }),
    ];
    const [first, same, ...others] = digests.map(({ digest }) => digest);
    expect(same).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  test('goes without an original that is too large, or whose key is no key', () => {
    expect(deadLetterOf('x'.repeat(2 * MEBIBYTE)).original.kind).toBe('text');
    expect(deadLetterOf('x'.repeat(2 * MEBIBYTE + 1))).toMatchObject({
      original: { kind: 'omitted' },
      bytes: 2 * MEBIBYTE + 1,
    });
    const odd = deadLetterOf('x', { key: 'k'.repeat(5_000) });
    expect([odd.original.kind, odd.key.length, odd.umid]).toEqual(['omitted', 1_024, null]);
  });

  test('goes without an original that the store does not take, and says all else', () => {
    const whole = deadLetterOf('{"account":"demo"}');
    expect(deadLetterOf('{"account":"demo"}', { isOmitted: true })).toEqual({
      ...whole,
      original: { kind: 'omitted' },
    });
  });

  test('fits into the log whatever its original is', () => {
    const deadLetter = deadLetterOf('\u0000'.repeat(MEBIBYTE), { reason: 'x'.repeat(MEBIBYTE) });
    const record = encodeDeadLetter(deadLetter);
    expect(record.length).toBeLessThan(MEBIBYTE);
    expect(deadLetterSchema.parse(JSON.parse(record))).toEqual({
      ...deadLetter,
      original: { kind: 'omitted' },
    });
    const small = deadLetterOf('{');
    expect(deadLetterSchema.parse(JSON.parse(encodeDeadLetter(small)))).toEqual(small);
  });

  test('is never read as an event', () => {
    expect(decodeTracking(encodeDeadLetter(deadLetterOf('{')))).toMatchObject({ kind: 'poison' });
  });
});
