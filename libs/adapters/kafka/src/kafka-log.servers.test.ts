import { defineEventLogContract, durableFixture } from '@kith/testing';
import { vi } from 'vitest';
import { openLogUnderTest } from './log-under-test.fake.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

defineEventLogContract(() =>
  durableFixture(
    async () => {
      const { log, close } = await openLogUnderTest();
      return { adapter: log, close };
    },
    async () => undefined,
  ),
);
