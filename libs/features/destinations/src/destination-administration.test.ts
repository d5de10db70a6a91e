import { describe, expect, test } from 'vitest';
import type { DestinationRules } from '@kith/domain/destinations';
import { createLive } from '@kith/platform';
import {
  aTakenPart,
  aFailedDelivery,
  ampleDeadline,
  aQueuedDelivery,
  createMemoryDestinationStores,
  manyOf,
} from '@kith/testing';
import { createDestinationAdministration } from './destination-administration.ts';
import { RULES } from './keeping/destination-stage.fake.ts';

const NOW = Date.UTC(2026, 10, 21);
const PLACE = { account: RULES.account, destination: RULES.name };

const begun = (members: Partial<DestinationRules> = {}) => {
  const destinations = createMemoryDestinationStores(() => NOW);
  const configured = [
    { ...RULES, name: 'z' },
    { ...RULES, ...members },
    { ...RULES, account: 'another' },
  ];
  const configuration = createLive({ destinations: configured }).live;
  const administration = createDestinationAdministration({ destinations, configuration, clock: () => NOW });
  const deadline = ampleDeadline();
  return { ...destinations.of(PLACE), administration, deadline };
};

describe('the administration of destinations', () => {
  test('lists those of the configuration, of all accounts or one, whether anybody has opened them or not', async () => {
    const { administration, deadline } = begun();
    const listed = await administration.list(deadline);
    expect(listed.map(({ account, destination }) => `${account}.${destination}`)).toEqual([
      'another.campaigns',
      'demo.campaigns',
      'demo.z',
    ]);
    expect(await administration.list(deadline, { account: 'another' })).toHaveLength(1);
    expect(listed[1]).toEqual({
      ...PLACE,
      type: 'file',
      isPaused: false,
      since: null,
      takenAt: {},
      waiting: 0,
      failed: 0,
      why: null,
    });
  });

  test('says how many deliveries wait, and why', async () => {
    const { administration, control, intake, deadline } = begun();
    await control.open(deadline, { isPaused: false, since: NOW });
    const queued = [{ delivery: aQueuedDelivery(undefined, { why: '503' }), dueAt: NOW }];
    await intake.commit(deadline, aTakenPart({ queued, failed: [aFailedDelivery()] }));
    expect(await administration.status(deadline, PLACE)).toMatchObject({
      kind: 'done',
      result: { waiting: 1, failed: 1, why: '503', since: NOW },
    });
  });

  test('pauses and resumes what nobody has opened yet, too', async () => {
    const { administration, control, deadline } = begun();
    expect(await administration.pause(deadline, PLACE)).toEqual({ kind: 'done', result: null });
    expect(await control.state(deadline)).toMatchObject({ isPaused: true, since: NOW });
    await administration.resume(deadline, PLACE);
    expect(await control.state(deadline)).toMatchObject({ isPaused: false });
  });

  test('puts back what failed, all or some, or begins again at a time', async () => {
    const { administration, control, intake, deadline } = begun();
    await control.open(deadline, { isPaused: false, since: NOW });
    const failed = manyOf(450, () => aFailedDelivery());
    await intake.commit(deadline, aTakenPart({ failed }));
    const some = { kind: 'failed', ids: [failed[3]!.id] } as const;
    expect(await administration.replay(deadline, { ...PLACE, replay: some })).toEqual({
      kind: 'done',
      result: 1,
    });
    expect(await administration.replay(deadline, { ...PLACE, replay: { kind: 'failed' } })).toEqual({
      kind: 'done',
      result: 449,
    });
    expect(await control.counts(deadline)).toEqual({ waiting: 450, failed: 0 });
    const since = { kind: 'since', at: NOW - 1 } as const;
    expect(await administration.replay(deadline, { ...PLACE, replay: since })).toEqual({
      kind: 'done',
      result: null,
    });
    expect(await control.state(deadline)).toMatchObject({ since: NOW - 1, round: 2 });
  });

  test('puts back each of many deliveries that are named, however often', async () => {
    const { administration, control, intake, deadline } = begun();
    await control.open(deadline, { isPaused: false, since: NOW });
    const failed = manyOf(450, () => aFailedDelivery());
    await intake.commit(deadline, aTakenPart({ failed }));
    const ids = failed.map(({ id }) => id);
    const replay = { kind: 'failed', ids: [...ids, ...ids] } as const;
    expect(await administration.replay(deadline, { ...PLACE, replay })).toEqual({
      kind: 'done',
      result: 450,
    });
  });

  test('begins again at no time that is still to come, and leaves paused what is to begin so', async () => {
    const { administration, control, deadline } = begun({ startsPaused: true });
    await administration.replay(deadline, { ...PLACE, replay: { kind: 'since', at: NOW + 1 } });
    expect(await control.state(deadline)).toMatchObject({ since: NOW, isPaused: true });
  });

  test('knows no destination that the configuration does not name', async () => {
    const { administration, deadline } = begun();
    const nowhere = { account: 'another', destination: 'z' };
    const unknown = { kind: 'unknown' };
    expect(await administration.status(deadline, nowhere)).toEqual(unknown);
    expect(await administration.pause(deadline, nowhere)).toEqual(unknown);
    expect(await administration.replay(deadline, { ...nowhere, replay: { kind: 'failed' } })).toEqual(
      unknown,
    );
    expect(await administration.failed(deadline, { ...nowhere, limit: 1 })).toEqual(unknown);
  });
});
