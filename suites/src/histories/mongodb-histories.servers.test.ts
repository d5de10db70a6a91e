import { vi } from 'vitest';
import { defineIdentityHistories, runs } from '@kith/testing';
import { mongodbReplicasFixture } from '../stores/mongodb-fixture.ts';
import { historyFeatures } from './history-features.ts';

vi.setConfig({ testTimeout: runs(600_000) });

/** Each has connections of its own, as processes have. */
const RESOLVERS = 3;

defineIdentityHistories(
  async () => {
    const { adapter, close } = await mongodbReplicasFixture(RESOLVERS);
    const [{ outbox }, stores] = [adapter[0]!, adapter.map(({ profiles }) => profiles)];
    return { adapter: { outbox, stores, ...historyFeatures }, close };
  },
  { sequential: 300, racing: 160, crowded: 400, unmerging: 160, crossings: 120, standing: 40 },
);
