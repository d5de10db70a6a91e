import { vi } from 'vitest';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineInForce } from './define-in-force.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

defineInForce(async () => {
  const { adapter: store, close } = await mongodbFixture();
  return { store, close };
});
