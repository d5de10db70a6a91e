import { expect, test } from 'vitest';
import type { AuditEntry } from '@kith/domain/privacy';
import type { TrailName } from './audit-trails.ts';
import { mergedByTime } from './merged-trails.ts';

const FACT = { act: 'erase', by: 'admin@host', reason: '', detail: {}, mac: '' } as const;

/** A trail with entries at these times; null where one cannot be read. */
const trailOf = (trail: TrailName, ...times: readonly (number | null)[]) => ({
  trail,
  entries: (async function* () {
    for (const [index, at] of times.entries()) {
      const entry: AuditEntry | null = at === null ? null : { ...FACT, sequence: index + 1, at };
      yield { sequence: index + 1, entry };
    }
  })(),
});

const merged = async (...trails: Parameters<typeof mergedByTime>[0]): Promise<readonly string[]> => {
  const lines: string[] = [];
  for await (const { trail, sequence } of mergedByTime(trails)) lines.push(`${trail} ${sequence}`);
  return lines;
};

test('trails are merged by time, and those of one moment one trail after the other', async () => {
  expect(await merged(trailOf('profiles', 1, 4, 5), trailOf('users', 2, 4, 9), trailOf('keys'))).toEqual([
    'profiles 1',
    'users 1',
    'profiles 2',
    'users 2',
    'profiles 3',
    'users 3',
  ]);
});

test('entries of one trail stay in its order, whatever its clock said, and unreadable ones in their place', async () => {
  expect(await merged(trailOf('users', 3, 1, null, 6), trailOf('keys', 2, 5))).toEqual([
    'keys 1',
    'users 1',
    'users 2',
    'users 3',
    'keys 2',
    'users 4',
  ]);
});

test('of no trail there is nothing', async () => {
  expect(await merged()).toEqual([]);
});
