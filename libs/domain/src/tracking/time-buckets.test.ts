import { describe, expect, test } from 'vitest';
import { bucketsIn, startOfBucket, type Granularity } from './time-buckets.ts';

const at = (iso: string): number => Date.parse(iso);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const ANY = span('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');

describe('a bucket begins', () => {
  test.each<[Granularity, string, string]>([
    ['hour', '2026-03-29T01:59:59.999Z', '2026-03-29T01:00:00.000Z'],
    ['day', '2026-03-29T23:59:59.999Z', '2026-03-29T00:00:00.000Z'],
    ['week', '2026-11-22T23:59:59.999Z', '2026-11-16T00:00:00.000Z'],
    ['week', '2026-11-23T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['month', '2024-02-29T12:00:00.000Z', '2024-02-01T00:00:00.000Z'],
    ['hour', '1969-12-31T23:30:00.000Z', '1969-12-31T23:00:00.000Z'],
    ['week', '1969-12-31T23:30:00.000Z', '1969-12-29T00:00:00.000Z'],
    ['month', '0001-01-15T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['total', '2026-05-05T05:05:05.005Z', '2026-01-01T00:00:00.000Z'],
  ])('of the %s of %s at %s', (granularity, time, start) => {
    expect(new Date(startOfBucket(granularity, at(time), ANY)).toISOString()).toBe(start);
  });
});

describe('a span touches', () => {
  test.each<[number, Granularity, string, string]>([
    [0, 'hour', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    [1, 'hour', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z'],
    [2, 'hour', '2026-01-01T00:30:00Z', '2026-01-01T01:30:00Z'],
    [366, 'day', '2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    [2, 'week', '2026-11-22T00:00:00Z', '2026-11-24T00:00:00Z'],
    [14, 'month', '2025-12-31T23:59:59.999Z', '2027-01-01T00:00:00.001Z'],
    [1, 'total', '2000-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ])('%i %ss from %s to %s', (count, granularity, from, to) => {
    expect(bucketsIn(granularity, span(from, to))).toBe(count);
  });
});
