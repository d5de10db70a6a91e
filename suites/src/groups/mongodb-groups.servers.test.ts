import { mongodbFixture } from '../stores/mongodb-fixture.ts';
import { defineGroups } from './define-groups.ts';

defineGroups(async () => {
  const { adapter, close } = await mongodbFixture();
  return { adapter: adapter.profiles, close };
});
