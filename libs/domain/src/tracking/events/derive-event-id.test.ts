import { describe, expect, test } from 'vitest';
import { eventIdAt } from './event.ts';

const RANDOM = ['f3b0c4d2-1a2b-4c3d-8e4f-5a6b7c8d9e0f', '01234567-89ab-4def-b123-456789abcdef'] as const;

describe('the id of an event that nothing names', () => {
  test('is a UUID of version 7 that keeps the chance of the random one', () => {
    expect(eventIdAt(0x0123_4567_89ab, RANDOM[0])).toBe('01234567-89ab-7c3d-8e4f-5a6b7c8d9e0f');
    expect(eventIdAt(0, RANDOM[1])).toBe('00000000-0000-7def-b123-456789abcdef');
  });

  test('lies behind the ids of what was received before', () => {
    const times = [0, 1, 15, 16, 1_763_840_000_000, 1_763_840_000_001, 0xffff_ffff_ffff];
    const ids = times.map((time, index) => eventIdAt(time, RANDOM[index % 2]!));
    expect(ids.toSorted()).toEqual(ids);
  });
});
