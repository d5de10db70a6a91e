import { vi } from 'vitest';
import { defineIdentityHistories, runs } from '@kith/testing';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { historyFeatures } from './history-features.ts';

vi.setConfig({ testTimeout: runs(600_000) });

defineIdentityHistories(
  async () => {
    const { adapter, close } = await mongodbFixture();
    return { adapter: { ...adapter, ...historyFeatures }, close };
  },
  { sequential: 1_200, racing: 600, crowded: 400, unmerging: 400, crossings: 500 },
);
