import { vi } from 'vitest';
import { defineIdentityHistories, runs } from '@kith/testing';
import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { historyFeatures } from './history-features.ts';

vi.setConfig({ testTimeout: runs(300_000) });

defineIdentityHistories(
  async () => {
    const { adapter, close } = await embeddedFixture();
    return { adapter: { outbox: adapter.outbox, stores: [adapter.profiles], ...historyFeatures }, close };
  },
  { sequential: 1_000, racing: 480, crowded: 400, unmerging: 480, crossings: 240, standing: 80 },
);
