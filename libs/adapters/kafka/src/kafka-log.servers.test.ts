import { defineEventLogContract, durableFixture } from '@kith/testing';
import { jest } from '@jest/globals';
import { openLogUnderTest } from './log-under-test.fake.ts';

jest.setTimeout(60_000);

defineEventLogContract(() =>
  durableFixture(
    async () => {
      const { log, close } = await openLogUnderTest();
      return { adapter: log, close };
    },
    async () => undefined,
  ),
);
