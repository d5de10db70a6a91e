import {} from 'vitest';
import { defineUnmerging } from '@kith/testing';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { unmergingStage } from './unmerging-stage.ts';

defineUnmerging(async () => {
  const { adapter, close } = await mongodbFixture();
  return { adapter: unmergingStage(adapter), close };
});
