import { vi } from 'vitest';
import { defineUnmerging } from '@kith/testing';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { unmergingStage } from './unmerging-stage.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

defineUnmerging(async () => {
  const { adapter, close } = await mongodbFixture();
  return { adapter: unmergingStage(adapter), close };
});
