import { jest } from '@jest/globals';
import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineInForce } from './define-in-force.ts';

jest.setTimeout(60_000);

defineInForce(async () => {
  const { adapter: store, close } = await mongodbFixture();
  return { store, close };
});
