import { defineUnmerging } from '@kith/testing';
import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { unmergingStage } from './unmerging-stage.ts';

defineUnmerging(async () => {
  const { adapter, close } = await embeddedFixture();
  return { adapter: unmergingStage(adapter), close };
});
