import { randomUUID } from 'node:crypto';
import { encodeEvent } from '@kith/contracts';
import { eventIdAt, type TrackedEvent } from '@kith/domain/tracking';
import type { LogBatch } from '@kith/ports';

/** As many records as the log hands over at once, and partitions that it hands over side by side. */
export const BATCH = 500;
export const PARTITIONS = 4;

export const SINK_ACCOUNT = 'bench';

/** Visitors of one partition who take turns, and how many events one causes at a time: a page view and what goes with it. */
const VISITORS = 1_000;
const EVENTS_AT_A_TIME = 3;

/** The records of one partition, batch by batch, for ever: page views of the same visitors. */
export function* partitionOf(topic: string, partition: number): Generator<LogBatch, never> {
  const visitors = Array.from({ length: VISITORS }, () => randomUUID());
  for (let from = 0; ; from += BATCH) {
    const records = Array.from({ length: BATCH }, (_, at) => {
      const position = from + at;
      const umid = visitors[Math.floor(position / EVENTS_AT_A_TIME) % VISITORS] ?? '';
      return { position, key: umid, value: encodeEvent(SINK_ACCOUNT, pageView(umid)) };
    });
    yield { topic, partition, records, next: from + BATCH };
  }
}

/** So many batches have something of every visitor. */
export const BATCHES_OF_ALL = Math.ceil((VISITORS * EVENTS_AT_A_TIME) / BATCH);

const pageView = (id: string): TrackedEvent => {
  const now = Date.now();
  return {
    id: eventIdAt(now, randomUUID()),
    type: 'page',
    umdid: id as TrackedEvent['umdid'],
    umid: id as TrackedEvent['umid'],
    bindingVersion: 1,
    pipeline: 'web',
    time: now,
    clientTime: null,
    receivedAt: now,
    properties: {
      name: '/products/trail-shoes',
      url: 'https://www.example.com/products/trail-shoes?colour=blue',
    },
  };
};
