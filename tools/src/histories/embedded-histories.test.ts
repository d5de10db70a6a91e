import { vi } from 'vitest';
import { defineIdentityHistories, runs } from '@kith/testing';
import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { historyFeatures } from './history-features.ts';

vi.setConfig({ testTimeout: runs(300_000) });

defineIdentityHistories(
  async () => {
    const { adapter, close } = await embeddedFixture();
    return { adapter: { ...adapter, ...historyFeatures }, close };
  },
  { sequential: 4_000, racing: 2_000, crowded: 1_500, unmerging: 2_000, crossings: 1_000 },
);
