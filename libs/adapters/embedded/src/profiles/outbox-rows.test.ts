import { expect, test } from 'vitest';
import { createSignal } from '@kith/platform';
import {
  aChange,
  ampleDeadline,
  aNewcomer,
  aTrackingCommit,
  manyOf,
  temporaryDirectory,
  trackingWrites,
} from '@kith/testing';
import { openEnvironment } from '../engine/environment.ts';
import { createOutbox, putChanges } from './outbox.ts';
import { openStoreCollections } from '../engine/store-collections.ts';
import { createTrackingStore } from '../tracking/tracking-store.ts';

test('rows of an older store, one for each change, are published with those of whole commits', async () => {
  const directory = await temporaryDirectory();
  const environment = await openEnvironment(directory.path, []);
  const store = openStoreCollections(environment.root);
  const outbox = createOutbox(environment, store, createSignal(), Date.now);
  const changes = Array.from({ length: 5 }, () => aChange());
  await environment.write(ampleDeadline(), () => {
    changes.slice(0, 2).forEach((change, position) => {
      store.outbox.put([position], { position, account: 'demo', change });
    });
    store.nextPositions.put(['outbox'], 2);
    putChanges(store, 'demo', changes.slice(2));
  });
  const items = await outbox.pending(ampleDeadline(), 10);
  expect(items.map(({ change }) => change)).toEqual(changes);
  expect(await outbox.pending(ampleDeadline(), 3)).toEqual(items.slice(0, 3));
  const keysOf = (...places: readonly number[]) => places.map((place) => items[place]!.key);
  await outbox.published(ampleDeadline(), keysOf(0, 2, 4));
  expect(await outbox.pending(ampleDeadline(), 10)).toEqual([items[1], items[3]]);
  await outbox.published(ampleDeadline(), keysOf(1, 3));
  expect(await environment.read(ampleDeadline(), () => store.outbox.count({ start: [0], end: [9] }))).toBe(0);
  await environment.close();
  await directory.remove();
});

test('the newcomers of a batch leave one row, with a change of each in their order', async () => {
  const directory = await temporaryDirectory();
  const environment = await openEnvironment(directory.path, []);
  const store = openStoreCollections(environment.root);
  const tracking = createTrackingStore(environment, store, createSignal());
  const newcomers = manyOf(3, () => aNewcomer());
  const commit = aTrackingCommit({ writes: new Map([['demo', trackingWrites({ newcomers })]]) });
  expect(await tracking.record(ampleDeadline(), commit)).toBe('recorded');
  const rows = await environment.read(ampleDeadline(), () => store.outbox.count({ start: [0], end: [9] }));
  expect(rows).toBe(1);
  const items = await createOutbox(environment, store, createSignal(), Date.now).pending(ampleDeadline(), 10);
  expect(items.map(({ change }) => change)).toEqual(newcomers.map(({ change }) => change));
  await environment.close();
  await directory.remove();
});
