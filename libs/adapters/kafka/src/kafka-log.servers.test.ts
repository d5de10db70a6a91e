import { defineEventLogContract, durableFixture } from '@kith/testing';
import {} from 'vitest';
import { openLogUnderTest } from './log-under-test.fake.ts';

defineEventLogContract(() =>
  durableFixture(
    async () => {
      const { log, close } = await openLogUnderTest();
      return { adapter: log, close };
    },
    async () => undefined,
  ),
);
