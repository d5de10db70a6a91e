import { expect, test } from 'vitest';
import { aDestinationPlace, aQueuedRemoval, aSharedRecord } from '@kith/testing';
import { failedDelivery, failureDocument, queuedDelivery, queuedDocument } from './destination-documents.ts';

test('deliveries are stored under the member names that earlier versions gave them', () => {
  const place = aDestinationPlace();
  const shared = aSharedRecord();
  const { umid, since } = shared;
  const occurrence = { kind: 'removal', umid, at: since, since, shared } as const;
  const delivery = { ...aQueuedRemoval(umid), occurrence };
  const { id, queue, sequence, queuedAt, tries, why } = delivery;
  const { shared: given, ...removal } = occurrence;
  const names = { id, umid, tries, why, lane: queue, place: sequence, parkedAt: queuedAt };
  const body = { ...names, occurrence: { ...removal, given } };
  const failed = { ...delivery, failedAt: 7 };
  expect(JSON.parse(queuedDocument(place, delivery).body)).toEqual(body);
  expect(JSON.parse(failureDocument(place, failed).body)).toEqual({ ...body, failedAt: 7 });
  expect(queuedDelivery({ body: JSON.stringify(body) })).toEqual(delivery);
  expect(failedDelivery({ body: JSON.stringify({ ...body, failedAt: 7 }) })).toEqual(failed);
});
