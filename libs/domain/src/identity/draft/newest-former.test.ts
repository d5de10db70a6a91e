import { expect, test } from 'vitest';
import { FORMER_IDENTIFIERS_PER_PROFILE, newestFormer } from './attach.ts';
import type { FormerIdentifier } from '../model/profile.ts';

const goneAt = (until: number): FormerIdentifier => ({
  name: 'mt1',
  value: String(until),
  firstSeen: 0,
  lastSeen: 0,
  until,
  reason: 'replaced',
});

test('the identifiers that a profile had are kept up to a limit, whatever their order, and the last to go stay', () => {
  const [few, many] = [2, FORMER_IDENTIFIERS_PER_PROFILE + 2].map((count) =>
    Array.from({ length: count }, (_, at) => goneAt(count - at)),
  );
  expect(newestFormer(few!)).toBe(few);
  const kept = newestFormer(many!);
  expect(kept).toHaveLength(FORMER_IDENTIFIERS_PER_PROFILE);
  expect(Math.min(...kept.map(({ until }) => until))).toBe(3);
});
