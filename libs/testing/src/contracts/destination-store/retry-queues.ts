import { expect, test } from 'vitest';
import type { QueuedDelivery } from '@kith/domain/destinations';
import type { Deadline, DestinationStore, RetryEntry } from '@kith/ports';
import {
  aDestinationPlace,
  aQueuedDelivery,
  aQueuedRemoval,
  aTakenPart,
} from '../../builders/destinations.ts';
import { BUILT_AT } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline } from '../../builders/scope.ts';
import { ODD_TEXTS } from '../../kit/odd-texts.ts';
import type { DestinationStoresFixture } from './adapters.ts';

/** So many that in some of them one meets the other half-way. */
const RACES = 64;

/** How deliveries wait in queues, and leave them. */
export const defineRetryQueues = (fixture: () => DestinationStoresFixture): void => {
  const opened = async () => {
    const deadline = ampleDeadline();
    const place = aDestinationPlace({ destination: 'campaigns' });
    const store = fixture().adapter.destinations.of(place);
    await store.control.open(deadline, { isPaused: false, since: BUILT_AT });
    const enqueue = (...queued: readonly RetryEntry[]) => enqueueIn(store, deadline, queued);
    const dueQueues = async (by: number): Promise<readonly string[]> =>
      (await store.retries.due(deadline, by, 10)).map(({ queue }) => queue);
    return { ...store, place, deadline, enqueue, dueQueues };
  };

  test('deliveries of a queue keep their order, whatever they hold', async () => {
    const { place, deadline, enqueue } = await opened();
    const umid = randomUmid();
    const some = ['a', 'b', 'c'].map((sequence) =>
      aQueuedDelivery(umid, { sequence, why: ODD_TEXTS.join('') }),
    );
    await enqueue({ delivery: some[2]!, dueAt: 5 });
    await enqueue({ delivery: some[1]!, dueAt: null }, { delivery: some[0]!, dueAt: null });
    const { retries } = (await fixture().reopen()).destinations.of(place);
    expect(await retries.first(deadline, umid, 10)).toEqual(some);
    expect(await retries.first(deadline, umid, 2)).toEqual(some.slice(0, 2));
    expect(await retries.heads(deadline, 10)).toEqual([some[0]]);
    expect([...(await retries.occupied(deadline, [umid, randomUmid()]))]).toEqual([umid]);
  });

  test('a queue is due when the earliest asked for it, and the longest due comes first', async () => {
    const { retries, deadline, enqueue, dueQueues } = await opened();
    const [a, b, c] = [aQueuedDelivery(), aQueuedDelivery(), aQueuedDelivery()];
    await enqueue(
      { delivery: a, dueAt: 300 },
      { delivery: b, dueAt: 200 },
      { delivery: c, dueAt: Number.MAX_SAFE_INTEGER },
    );
    expect(await dueQueues(300)).toEqual([b.queue, a.queue]);
    await enqueue({ delivery: aQueuedDelivery(a.umid), dueAt: 100 });
    await enqueue({ delivery: aQueuedDelivery(b.umid), dueAt: 250 });
    await enqueue({ delivery: aQueuedDelivery(c.umid), dueAt: null });
    expect(await retries.due(deadline, 300, 10)).toEqual([
      { queue: a.queue, dueAt: 100 },
      { queue: b.queue, dueAt: 200 },
    ]);
    expect(await retries.due(deadline, 300, 1)).toHaveLength(1);
    const alone = aQueuedDelivery();
    await enqueue({ delivery: alone, dueAt: null });
    expect(await dueQueues(Date.now() + 60_000)).toContain(alone.queue);
  });

  test('what has gone leaves its queue, what was tried stays in front, and an empty queue is none', async () => {
    const { retries, control, deadline, enqueue, dueQueues } = await opened();
    const umid = randomUmid();
    const [first, second] = ['a', 'b'].map((sequence) => aQueuedDelivery(umid, { sequence })) as [
      QueuedDelivery,
      QueuedDelivery,
    ];
    await enqueue({ delivery: first, dueAt: 1 }, { delivery: second, dueAt: 1 });
    const tried = { ...second, tries: 1, why: '500' };
    await retries.proceed(deadline, { queue: umid, gone: ['a'], failed: [], tried, dueAt: 77 });
    expect(await retries.first(deadline, umid, 10)).toEqual([tried]);
    expect(await retries.due(deadline, 100, 10)).toEqual([{ queue: umid, dueAt: 77 }]);
    await retries.proceed(deadline, { queue: umid, gone: ['b'], failed: [], tried: null, dueAt: 78 });
    expect(await dueQueues(100)).toEqual([]);
    expect((await retries.occupied(deadline, [umid])).size).toBe(0);
    expect(await control.counts(deadline)).toEqual({ waiting: 0, failed: 0 });
    await retries.proceed(deadline, { queue: umid, gone: [], failed: [], tried, dueAt: 79 });
    expect(await control.counts(deadline)).toEqual({ waiting: 0, failed: 0 });
  });

  test('a queue that is emptied while something else is put into it stays, and is due', async () => {
    const { retries, intake, deadline, enqueue } = await opened();
    const races = manyOf(RACES, async () => {
      const umid = randomUmid();
      const [before, after] = ['a', 'b'].map((sequence) => aQueuedDelivery(umid, { sequence })) as [
        QueuedDelivery,
        QueuedDelivery,
      ];
      await enqueue({ delivery: before, dueAt: 1 });
      const part = aTakenPart({ queued: [{ delivery: after, dueAt: null }] });
      await intake.progress(deadline, part.topic, part.partition);
      await Promise.all([
        retries.proceed(deadline, { queue: umid, gone: ['a'], failed: [], tried: null, dueAt: 2 }),
        intake.commit(deadline, part),
      ]);
      expect(await retries.first(deadline, umid, 10)).toEqual([after]);
      return umid;
    });
    const umids = await Promise.all(races);
    const due = await retries.due(deadline, Number.MAX_SAFE_INTEGER, 2 * RACES);
    expect(new Set(due.map(({ queue }) => queue))).toEqual(new Set(umids));
    expect(await retries.occupied(deadline, umids)).toEqual(new Set(umids));
  });

  test('a removal waits beside what waits of the person, and destinations and accounts know nothing of each other', async () => {
    const { retries, place, deadline, enqueue } = await opened();
    const { destinations } = fixture().adapter;
    const umid = randomUmid();
    const removal = aQueuedRemoval(umid);
    await enqueue({ delivery: removal, dueAt: 1 });
    const [another, longer] = ['another', 'campaigns2'].map((destination) =>
      destinations.of({ ...place, destination }),
    ) as [DestinationStore, DestinationStore];
    const elsewhere = destinations.of({ ...place, account: randomAccount() });
    expect((await retries.occupied(deadline, [umid])).size).toBe(0);
    expect(await retries.first(deadline, removal.queue, 10)).toEqual([removal]);
    expect(await another.retries.first(deadline, removal.queue, 10)).toEqual([]);
    expect(await elsewhere.retries.heads(deadline, 10)).toEqual([]);
    expect(await longer.retries.due(deadline, 10, 10)).toEqual([]);
  });
};

const enqueueIn = async (
  { intake }: DestinationStore,
  deadline: Deadline,
  queued: readonly RetryEntry[],
): Promise<void> => {
  const part = aTakenPart({ queued });
  await intake.progress(deadline, part.topic, 0);
  expect(await intake.commit(deadline, part)).toBe('taken');
};
