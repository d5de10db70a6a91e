import {} from 'vitest';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineInForce } from './define-in-force.ts';

defineInForce(async () => {
  const { adapter: store, close } = await mongodbFixture();
  return { store, close };
});
