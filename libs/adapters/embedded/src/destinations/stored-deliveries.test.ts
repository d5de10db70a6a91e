import { expect, test } from 'vitest';
import {
  aDestinationPlace,
  ampleDeadline,
  aQueuedRemoval,
  aSharedRecord,
  temporaryDirectory,
} from '@kith/testing';
import { openDestinationCollections, type FailedRow } from '../engine/destination-collections.ts';
import { openEnvironment } from '../engine/environment.ts';
import { textDigest } from '../engine/keys.ts';
import { deliveriesIn, enqueue, failedPage, putFailed } from './stored-deliveries.ts';

test('deliveries lie on disk under the member names that earlier versions gave them', async () => {
  const directory = await temporaryDirectory();
  const environment = await openEnvironment(directory.path, []);
  const store = openDestinationCollections(environment.root);
  const place = aDestinationPlace();
  const shared = aSharedRecord();
  const { umid, since } = shared;
  const occurrence = { kind: 'removal', umid, at: since, since, shared } as const;
  const delivery = { ...aQueuedRemoval(umid), sequence: 'a', occurrence };
  const { id, queue, queuedAt, tries, why } = delivery;
  const { shared: given, ...removal } = occurrence;
  const names = { id, umid, tries, why, lane: queue, place: 'a', parkedAt: queuedAt };
  const row: FailedRow = { ...names, occurrence: { ...removal, given }, failedAt: 7 };
  const { failedAt, ...queued } = row;
  await environment.write(ampleDeadline(), () => {
    enqueue(store, place, { delivery, dueAt: 5 }, 1);
    putFailed(store, place, { ...delivery, failedAt });
  });
  const key = [place.account, place.destination];
  expect(store.queuedDeliveries.get([...key, queue, 'a'])).toEqual(queued);
  expect(store.failedDeliveries.get([...key, failedAt, textDigest(id)])).toEqual(row);
  expect(deliveriesIn(store, place, queue, 1)).toEqual([delivery]);
  expect(failedPage(store, place, { limit: 1 })).toEqual([{ ...delivery, failedAt }]);
  await environment.close();
  await directory.remove();
});
