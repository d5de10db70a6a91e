import { describe, expect, test } from 'vitest';
import { eventName } from './event.ts';

const counted = (name: unknown) => eventName({ properties: { name } });

describe('the name by which an event is counted', () => {
  test('has a bound, which goes through no character', () => {
    expect(counted('x'.repeat(200))).toBe('x'.repeat(128));
    expect(counted(`${'x'.repeat(127)}😀`)).toBe('x'.repeat(127));
    expect(counted(`${'x'.repeat(126)}😀y`)).toBe(`${'x'.repeat(126)}😀`);
  });

  test('has no half of a character, which events of before may have', () => {
    expect(counted('a\ud800')).toBe('a\ufffd');
  });

  test('is none where there is no text', () => {
    expect([undefined, null, 7, ''].map(counted)).toEqual([null, null, null, null]);
  });
});
