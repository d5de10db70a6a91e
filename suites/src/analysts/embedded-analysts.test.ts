import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { defineAnalysts } from './define-analysts.ts';

defineAnalysts('over the embedded store, analysts see that', async () => {
  const { adapter: store, close } = await embeddedFixture();
  return { store, close };
});
