import { describe, expect, test } from 'vitest';
import { DEFAULT_RETENTION } from '@kith/domain/pipeline';
import { compileRetention, retentionSchema } from './retention-schema.ts';

const DAY_MS = 86_400_000;

const compiled = (document: unknown) => compileRetention(retentionSchema.parse(document));

describe('a retention', () => {
  test('is 395 days for events and visitors, and 7 for dead letters', () => {
    expect(DEFAULT_RETENTION).toEqual({
      eventsMs: 395 * DAY_MS,
      visitorsMs: 395 * DAY_MS,
      deadLettersMs: 7 * DAY_MS,
    });
    expect(compileRetention(undefined)).toEqual(DEFAULT_RETENTION);
    expect(compiled({})).toEqual(DEFAULT_RETENTION);
  });

  test('takes seconds, minutes, hours and days', () => {
    expect(compiled({ events: '2s', visitors: '90min', deadLetters: '36h' })).toEqual({
      eventsMs: 2_000,
      visitorsMs: 90 * 60_000,
      deadLettersMs: 36 * 3_600_000,
    });
    expect(compiled({ events: '30d' }).eventsMs).toBe(30 * DAY_MS);
  });

  test.each(['1y', '0d', '-1d', '1.5d', '100000d', 'd', '395', ' 1d', 395, null])('is never %j', (events) => {
    expect(retentionSchema.safeParse({ events }).success).toBe(false);
  });

  test('of dead letters is never longer than the log keeps records', () => {
    expect(retentionSchema.safeParse({ deadLetters: '168h' }).success).toBe(true);
    const { error } = retentionSchema.safeParse({ deadLetters: '8d' });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be 7d or less: the log keeps no record for longer',
    ]);
  });
});
