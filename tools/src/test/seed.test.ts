import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspaceRoot } from '../process/workspace-root.ts';
import { NO_COMMIT, seedOfCommit } from './seed.ts';

describe('the seed of a run', () => {
  test('is that of the commit', () => {
    expect(Number.isSafeInteger(seedOfCommit())).toBe(true);
    expect(seedOfCommit()).toBe(seedOfCommit());
  });

  test('is a constant where there is none', () => {
    expect(seedOfCommit(join(workspaceRoot, 'nowhere'))).toBe(NO_COMMIT);
  });
});
