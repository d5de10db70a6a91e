import { describe } from 'vitest';
import { defineDestinations } from '../contracts/delivery-store/destinations.ts';
import { defineLaying } from '../contracts/delivery-store/laying-aside.ts';
import { defineNotes } from '../contracts/delivery-store/notes.ts';
import { defineWaiting } from '../contracts/delivery-store/waiting.ts';
import { usingFixture } from '../kit/fixture.ts';
import { createMemoryDeliveryStore } from './memory-delivery-store.ts';

describe('the store of deliveries in memory:', () => {
  const fixture = usingFixture(async () => {
    const adapter = { deliveries: createMemoryDeliveryStore(Date.now) };
    return { adapter, reopen: async () => adapter, close: async () => undefined };
  });
  for (const define of [defineDestinations, defineWaiting, defineLaying, defineNotes]) define(fixture);
});
