import { describe, expect, test } from 'vitest';
import { silentLogger } from '@kith/platform';
import { createSpoolRefusals } from './spool-writer.ts';

const MAX_AGE_MS = 1_000;

const aSpool = () => {
  const contents = { records: 1, bytes: 1_000, oldestAt: 0 };
  const time = { now: 0 };
  const errors: unknown[] = [];
  const refusals = createSpoolRefusals({
    spool: { contents: () => contents },
    clock: () => time.now,
    maxAgeMs: MAX_AGE_MS,
    logger: { ...silentLogger, error: (fields) => void errors.push(fields) },
  });
  return { contents, time, errors, refusals };
};

describe('a spool that takes no more', () => {
  test('says so once while it is drained and filled at its brim, and is well far below it', () => {
    const { contents, errors, refusals } = aSpool();
    for (const bytes of [1_000, 900, 1_000, 800, 1_000]) {
      contents.bytes = bytes;
      refusals.refused('full');
      refusals.freed();
      refusals.added();
      expect(refusals.isRefusing()).toBe(true);
    }
    expect(errors).toHaveLength(1);
    contents.bytes = 750;
    refusals.freed();
    expect(refusals.isRefusing()).toBe(false);
    refusals.refused('full');
    expect(errors).toHaveLength(2);
  });

  test('is too old apart from that, until its oldest has waited clearly less', () => {
    const { contents, time, errors, refusals } = aSpool();
    time.now = MAX_AGE_MS + 1;
    expect(refusals.isTooOld()).toBe(true);
    refusals.refused('old');
    contents.bytes = 10;
    contents.oldestAt = 50;
    refusals.freed();
    expect([refusals.isTooOld(), refusals.isRefusing()]).toEqual([false, true]);
    contents.oldestAt = 101;
    refusals.freed();
    expect(refusals.isRefusing()).toBe(false);
    expect(errors).toEqual([{ reason: 'old', error: undefined }]);
  });

  test('because its disk fails is well when more is on it than when it failed', () => {
    const { contents, errors, refusals } = aSpool();
    refusals.refused('failing', 'no space');
    contents.bytes = 900;
    refusals.freed();
    refusals.added();
    refusals.refused('failing', 'no space');
    expect([refusals.isRefusing(), errors.length]).toEqual([true, 1]);
    contents.bytes = 1_001;
    refusals.added();
    expect(refusals.isRefusing()).toBe(false);
  });

  test('is well when nothing is left', () => {
    const { refusals } = aSpool();
    for (const reason of ['full', 'failing', 'old'] as const) refusals.refused(reason);
    refusals.emptied();
    expect(refusals.isRefusing()).toBe(false);
  });
});
