import { describe } from 'vitest';
import { defineDestinationRoles } from '../contracts/destination-store/index.ts';
import { usingFixture } from '../kit/fixture.ts';
import { createMemoryDestinationStores } from './memory-destination-stores.ts';

describe('what is kept of destinations in memory:', () => {
  defineDestinationRoles(
    usingFixture(async () => {
      const adapter = { destinations: createMemoryDestinationStores(Date.now) };
      return { adapter, reopen: async () => adapter, close: async () => undefined };
    }),
  );
});
