import { embeddedFixture } from '../stores/embedded-fixture.ts';
import { defineGroups } from './define-groups.ts';

defineGroups(async () => {
  const { adapter, close } = await embeddedFixture();
  return { adapter: adapter.profiles, close };
});
