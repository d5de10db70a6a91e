import { jest } from '@jest/globals';
import { defineUnmerging } from '@kith/testing';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { unmergingStage } from './unmerging-stage.ts';

jest.setTimeout(60_000);

defineUnmerging(async () => {
  const { adapter, close } = await mongodbFixture();
  return { adapter: unmergingStage(adapter), close };
});
