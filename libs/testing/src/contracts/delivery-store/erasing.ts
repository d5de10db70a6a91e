import { expect, test } from 'vitest';
import { umidsOfPerson } from '@kith/domain/privacy';
import {
  aDeliveryTaking,
  aFailedParcel,
  aGiven,
  aWaitingParcel,
  aWaitingRemoval,
} from '../../builders/delivery.ts';
import { aCommit, aProfile, BUILT_AT, fresh } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { aBeginning } from '../../builders/privacy.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { DeliveryAdapters } from './index.ts';

const NAME = 'campaigns';
const STEP = 5;

/** What an erasure takes with it, and what it leaves for the removal. */
export const defineErasing = (fixture: () => DurableFixture<DeliveryAdapters>): void => {
  test('an erasure takes what waits of the person and was laid aside, and leaves removals and notes', async () => {
    const { deliveries, profiles, privacy } = fixture().adapter;
    const scope = scopeOf(randomAccount());
    const profile = aProfile({ absorbed: [randomUmid()] });
    await profiles.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    await deliveries.open(scope, NAME, { isPaused: false, since: BUILT_AT });
    const own = umidsOfPerson(profile);
    const bystander = aWaitingParcel();
    const removal = aWaitingRemoval(profile.umid);
    const waiting = [...own, ...own].flatMap((umid) => manyOf(STEP - 1, () => aWaitingParcel(umid)));
    const parked = [...waiting, bystander, removal].map((parcel) => ({ parcel, dueAt: 1 }));
    const failedRemoval = { ...aWaitingRemoval(profile.umid), failedAt: BUILT_AT };
    const failed = [...own.map((umid) => aFailedParcel({ umid })), failedRemoval];
    const taking = aDeliveryTaking({ parked, failed });
    await deliveries.reached(scope, NAME, taking.topic, 0);
    await deliveries.take(scope, NAME, taking);
    const note = aGiven({ umid: profile.umid });
    await deliveries.noteGiven(scope, NAME, [note]);

    const { erasure, ...beginning } = aBeginning(profile);
    expect(await privacy.begin(scope, { erasure, ...beginning })).toBe('begun');
    let removed = erasure.removed;
    for (let cleared = 0; cleared < erasure.umids.length;) {
      const step = await privacy.removeSome(scope, erasure.id, STEP);
      ({ cleared, removed } = step!);
    }
    expect(removed.parcels).toBe(waiting.length + own.length);
    expect(await deliveries.counts(scope, NAME)).toEqual({ waiting: 2, failed: 1 });
    expect((await deliveries.look(scope, NAME, own)).waiting.size).toBe(0);
    expect((await deliveries.look(scope, NAME, own)).given.get(profile.umid)).toEqual(note);
    const due = await deliveries.due(scope, NAME, 1, 10);
    expect(new Set(due.map(({ lane }) => lane))).toEqual(new Set([bystander.lane, removal.lane]));
    expect(await deliveries.failed(scope, NAME, { limit: 9 })).toEqual([failedRemoval]);
  });
};
