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
  { sequential: 600, racing: 320, crowded: 400, unmerging: 240, crossings: 250 },
);
