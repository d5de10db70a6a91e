import { describe, expect, test } from 'vitest';
import { readMoment } from './read-moment.ts';

describe('a moment', () => {
  test.each([
    [1_767_323_045, '2026-01-02T03:04:05.000Z'],
    [1_767_323_045_678, '2026-01-02T03:04:05.678Z'],
    ['1767323045', '2026-01-02T03:04:05.000Z'],
    ['1767323045.5', '2026-01-02T03:04:05.500Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    [' 2026-01-02t04:04:05.678+01:00 ', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
  ])('%j is %s', (given, expected) => {
    expect(new Date(readMoment(given) ?? Number.NaN).toISOString()).toBe(expected);
  });

  test.each([
    '2026-01-02',
    '2026-01-02T03:04:05',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '02.01.2026',
    'now',
    '',
    '-5',
    -5,
    Number.NaN,
    1e300,
    null,
    undefined,
    true,
    {},
  ])('%j is none', (given) => {
    expect(readMoment(given)).toBeNull();
  });
});
