import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { defineInForce } from './define-in-force.ts';

defineInForce(async () => {
  const { adapter: store, close } = await embeddedFixture();
  return { store, close };
});
