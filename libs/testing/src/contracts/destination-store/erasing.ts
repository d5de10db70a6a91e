import { expect, test } from 'vitest';
import { umidsOfPerson } from '@kith/domain/privacy';
import {
  aFailedDelivery,
  aQueuedDelivery,
  aQueuedRemoval,
  aSharedRecord,
  aTakenPart,
} from '../../builders/destinations.ts';
import { aCommit, aProfile, BUILT_AT, fresh } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { aBeginning } from '../../builders/privacy.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { DestinationAdapters } from './adapters.ts';

const STEP = 5;

/** What an erasure takes with it, and what it leaves for the removal. */
export const defineErasing = (fixture: () => DurableFixture<DestinationAdapters>): void => {
  test('an erasure takes what waits of the person and what failed, and leaves removals and records', async () => {
    const { destinations, profiles, privacy } = fixture().adapter;
    const scope = scopeOf(randomAccount());
    const { deadline, account } = scope;
    const profile = aProfile({ absorbed: [randomUmid()] });
    await profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    const store = destinations.of({ account, destination: 'campaigns' });
    await store.control.open(deadline, { isPaused: false, since: BUILT_AT });
    const own = umidsOfPerson(profile);
    const bystander = aQueuedDelivery();
    const removal = aQueuedRemoval(profile.umid);
    const waiting = [...own, ...own].flatMap((umid) => manyOf(STEP - 1, () => aQueuedDelivery(umid)));
    const queued = [...waiting, bystander, removal].map((delivery) => ({ delivery, dueAt: 1 }));
    const failedRemoval = { ...aQueuedRemoval(profile.umid), failedAt: BUILT_AT };
    const failed = [...own.map((umid) => aFailedDelivery({ umid })), failedRemoval];
    const part = aTakenPart({ queued, failed });
    await store.intake.progress(deadline, part.topic, 0);
    await store.intake.commit(deadline, part);
    const record = aSharedRecord({ umid: profile.umid });
    await store.shared.save(deadline, [record]);

    const { erasure, ...beginning } = aBeginning(profile);
    expect(await privacy.begin(scope, { erasure, ...beginning })).toBe('begun');
    let removed = erasure.removed;
    for (let cleared = 0; cleared < erasure.umids.length;) {
      const step = await privacy.removeSome(scope, erasure.id, STEP);
      ({ cleared, removed } = step!);
    }
    expect(removed.parcels).toBe(waiting.length + own.length);
    expect(await store.control.counts(deadline)).toEqual({ waiting: 2, failed: 1 });
    expect((await store.retries.occupied(deadline, own)).size).toBe(0);
    expect((await store.shared.find(deadline, own)).get(profile.umid)).toEqual(record);
    const due = await store.retries.due(deadline, 1, 10);
    expect(new Set(due.map(({ queue }) => queue))).toEqual(new Set([bystander.queue, removal.queue]));
    expect(await store.failures.page(deadline, { limit: 9 })).toEqual([failedRemoval]);
  });
};
