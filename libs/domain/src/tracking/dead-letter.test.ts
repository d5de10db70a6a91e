import { describe, expect, test } from 'vitest';
import { deadLetterId, parseDeadLetterId } from './dead-letter.ts';

describe('the id of a dead letter', () => {
  test('says where the original lies', () => {
    const place = { topic: 'tracking', partition: 11, position: 4_294_967_296 };
    expect(deadLetterId(place)).toBe('tracking/11/4294967296');
    expect(parseDeadLetterId(deadLetterId(place))).toEqual(place);
  });

  test.each([
    '',
    'tracking',
    'tracking/0',
    'tracking/0/x',
    'tracking/-1/0',
    'a b/0/0',
    'tracking/0/0/0',
    ' tracking/0/0',
    'tracking/00/7',
    'tracking/0/007',
    'tracking/0/9007199254740993',
  ])('is not %j', (text) => expect(parseDeadLetterId(text)).toBeNull());
});
