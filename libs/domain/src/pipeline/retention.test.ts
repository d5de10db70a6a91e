import { describe, expect, test } from 'vitest';
import { DEFAULT_RETENTION, deadLetterRetention, LOG_RETENTION_MS, pauseBetweenSweeps } from './retention.ts';

const account = (members: Partial<typeof DEFAULT_RETENTION> = {}) => ({
  retention: { ...DEFAULT_RETENTION, ...members },
});

describe('the topic of dead letters', () => {
  test('keeps them for the shortest time of all accounts', () => {
    expect(deadLetterRetention([account(), account({ deadLettersMs: 1_000 })])).toBe(1_000);
  });

  test('never keeps them for longer than the log keeps records', () => {
    expect(deadLetterRetention([account()])).toBe(LOG_RETENTION_MS);
    expect(deadLetterRetention([account({ deadLettersMs: 2 * LOG_RETENTION_MS })])).toBe(LOG_RETENTION_MS);
    expect(deadLetterRetention([])).toBe(LOG_RETENTION_MS);
  });
});

describe('the pause between two sweeps', () => {
  test.each([
    ['a minute by default', {}, 60_000],
    ['shorter where events live shortly', { eventsMs: 600_000 }, 10_000],
    ['shorter where visitors live shortly', { visitorsMs: 120_000 }, 2_000],
    ['never less than a second', { visitorsMs: 1 }, 1_000],
  ])('is %s', (_, members, pause) => {
    expect(pauseBetweenSweeps([account(), account(members)])).toBe(pause);
  });

  test('is a minute without accounts', () => {
    expect(pauseBetweenSweeps([])).toBe(60_000);
  });
});
