import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isCleared, type Erasure } from '@kith/domain/privacy';
import { NO_KEYS } from '@kith/domain/resolution';
import type { Scope } from '@kith/ports';
import { aCommit, aDevice, aProfile, fresh, newIdentifier, replacing } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomName } from '../../builders/ids.ts';
import { aBeginning, anAuditEntry, aSuppression } from '../../builders/privacy.ts';
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import { anActivity, anEvent, aNewcomer, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import { PERSONS_EVENTS, storePerson, type PrivacyAdapters } from './person.ts';

/** So small that everything takes several steps. */
const LIMIT = 3;

export const describeErasing = (fixture: () => DurableFixture<PrivacyAdapters>): void => {
  const adapter = () => fixture().adapter;

  /** Carries an erasure out as the use case does; answers with the last state of it. */
  const carryOut = async (scope: Scope, begun: Erasure): Promise<Erasure> => {
    const { privacy } = adapter();
    let erasure = begun;
    while (!isCleared(erasure)) {
      const devices = await privacy.devices(scope, erasure.umids[erasure.cleared]!, LIMIT);
      const umdids = devices.map(({ umdid }) => umdid);
      await privacy.removeDevices(
        scope,
        erasure.id,
        umdids,
        umdids.map((key) => aSuppression({ key })),
      );
      const next = await privacy.removeSome(scope, erasure.id, LIMIT);
      if (next === null) throw new Error('somebody else has finished it');
      erasure = next;
    }
    return erasure;
  };

  describe('erasing', () => {
    test('removes everything under every umid of the person, counts it, and leaves others alone', async () => {
      const scope = scopeOf(randomAccount());
      const { profile, absorbed, devices, friend } = await storePerson(adapter(), scope);
      const other = await storePerson(adapter(), scope);
      const beginning = aBeginning(profile);
      expect(await adapter().privacy.begin(scope, beginning)).toBe('begun');
      const { removed } = await carryOut(scope, beginning.erasure);
      expect({ ...removed, logRecords: 0 }).toEqual({
        profiles: 2,
        identifiers: 2,
        sharedHoldings: 1,
        devices: 2,
        links: 2,
        consentEntries: 2,
        activities: 1,
        events: PERSONS_EVENTS,
        changes: 1,
        logRecords: 0,
        parcels: 0,
      });
      const { profiles, tracking, privacy } = adapter();
      for (const umid of [profile.umid, absorbed]) {
        expect(await profiles.stored(scope, umid)).toBeNull();
        expect(await profiles.links(scope, umid, 10)).toEqual([]);
        expect(await profiles.activities(scope, [umid])).toEqual([]);
        expect(await tracking.events(scope, umid, 10)).toEqual([]);
      }
      expect(await profiles.links(scope, friend, 10)).toEqual([]);
      const wanted = { umdid: devices[1]!.umdid, identifiers: profile.identifiers };
      expect(await profiles.load(scope, wanted)).toMatchObject({ device: null, owners: [] });
      const umdids = devices.map(({ umdid }) => umdid);
      expect((await privacy.suppressed(scope, umdids)).map(({ key }) => key).toSorted()).toEqual(
        umdids.toSorted(),
      );
      expect(await profiles.stored(scope, other.profile.umid)).toEqual(other.profile);
      expect(await tracking.events(scope, other.absorbed, 10)).toHaveLength(PERSONS_EVENTS);
    });

    test('shows nobody an identifier gone without the suppression that came with it', async () => {
      const { privacy, profiles } = adapter();
      for (const scope of manyOf(20, () => scopeOf(randomAccount()))) {
        const { profile } = await storePerson(adapter(), scope);
        const beginning = aBeginning(profile);
        const keys = {
          ...NO_KEYS,
          umids: [profile.umid],
          identifiers: profile.identifiers,
          suppressions: beginning.suppressions.map(({ key }) => key),
        };
        const [begun, looks] = [privacy.begin(scope, beginning), new Set<number>()];
        do {
          const [rows] = await profiles.look(scope.deadline, [{ account: scope.account, keys }]);
          const { profiles: found, owners, suppressions } = rows!;
          if (suppressions.length === 0)
            expect([found.length, owners.length]).toEqual([1, keys.identifiers.length]);
          looks.add(suppressions.length);
          await setImmediate();
        } while (!looks.has(1));
        expect(await begun).toBe('begun');
      }
    });

    test('makes the person unreachable at once, and survives being left in the middle', async () => {
      const scope = scopeOf(randomAccount());
      const { profile } = await storePerson(adapter(), scope);
      const beginning = aBeginning(profile);
      await adapter().privacy.begin(scope, beginning);
      await fixture().reopen();
      const loaded = await adapter().profiles.load(scope, {
        umids: beginning.erasure.umids,
        identifiers: profile.identifiers,
        suppressions: [beginning.suppressions[0]!.key, 'another'],
      });
      expect(loaded).toMatchObject({ profiles: [], owners: [], suppressions: beginning.suppressions });
      const left = await adapter().privacy.unfinished(ampleDeadline(), 100);
      const own = left.find(({ account }) => account === scope.account);
      expect(own?.erasure).toMatchObject({ id: beginning.erasure.id, cleared: 0 });
      await carryOut(scope, own!.erasure);
      const { privacy } = adapter();
      expect(await privacy.finish(scope, beginning.erasure.id, anAuditEntry(2))).toBe('conflict');
      expect(await privacy.finish(scope, beginning.erasure.id, anAuditEntry(1))).toBe('finished');
      expect(await privacy.finish(scope, beginning.erasure.id, anAuditEntry(2))).toBe('conflict');
      expect(await privacy.removeSome(scope, beginning.erasure.id, 1)).toBeNull();
      expect(await privacy.auditEntries(scope, 0, 10)).toEqual([{ sequence: 1, entry: anAuditEntry(1) }]);
    });

    test('tells of itself through the outbox, in the place of what had not been told', async () => {
      const scope = scopeOf(randomAccount());
      const { profile, friend } = await storePerson(adapter(), scope);
      await adapter().privacy.begin(scope, aBeginning(profile));
      const items = await adapter().outbox.pending(ampleDeadline(), 1_000);
      const own = items.filter(({ account }) => account === scope.account).map(({ change }) => change);
      expect(own.map(({ umid, type }) => [umid, type])).toEqual([
        [friend, 'profile.created'],
        [profile.umid, 'profile.erased'],
      ]);
    });

    test('does not begin from a profile that has changed, and then nothing has happened', async () => {
      const scope = scopeOf(randomAccount());
      const { profile } = await storePerson(adapter(), scope);
      const newer = { ...profile, version: profile.version + 1 };
      await adapter().profiles.commit(scope, aCommit({ profiles: [replacing(newer, profile.version)] }));
      const beginning = aBeginning(profile);
      expect(await adapter().privacy.begin(scope, beginning)).toBe('conflict');
      expect(await adapter().privacy.suppressed(scope, [beginning.suppressions[0]!.key])).toEqual([]);
      expect(await adapter().profiles.stored(scope, profile.umid)).toEqual(newer);
    });

    test('takes an identifier from the person alone', async () => {
      const scope = scopeOf(randomAccount());
      const { profile } = await storePerson(adapter(), scope);
      const theirs = aProfile();
      const value = { name: 'customerId', value: randomName('value') };
      const commit = aCommit({ profiles: [fresh(theirs)], identifiers: [newIdentifier(value, theirs.umid)] });
      await adapter().profiles.commit(scope, commit);
      await adapter().privacy.begin(scope, aBeginning(profile, { identifiers: [value] }));
      const { owners } = await adapter().profiles.load(scope, { identifiers: [value] });
      expect(owners).toMatchObject([{ storedUmid: theirs.umid }]);
    });
  });

  describe('what was decided before an erasure, and comes after it,', () => {
    test.each([0, 1, 2, 3, 4, 5, 6, 7])('does not get through as a commit (race %i)', async () => {
      const scope = scopeOf(randomAccount());
      const { profile } = await storePerson(adapter(), scope);
      const device = aDevice({ umid: profile.umid });
      const guards = [{ kind: 'profile', umid: profile.umid, version: profile.version } as const];
      const [begun, committed] = await Promise.all([
        adapter().privacy.begin(scope, aBeginning(profile)),
        adapter().profiles.commit(scope, aCommit({ devices: [fresh(device)], guards })),
      ]);
      const found = await adapter().privacy.devices(scope, profile.umid, 10);
      expect(begun).toBe('begun');
      expect(found.some(({ umdid }) => umdid === device.umdid)).toBe(committed === 'committed');
      expect(await adapter().profiles.commit(scope, aCommit({ devices: [fresh(aDevice())], guards }))).toBe(
        'conflict',
      );
    });

    test.each([0, 1, 2, 3, 4, 5, 6, 7])('does not get through as a batch of the log (race %i)', async () => {
      const scope = scopeOf(randomAccount());
      const { profile } = await storePerson(adapter(), scope);
      const beginning = aBeginning(profile);
      const event = anEvent({ umid: profile.umid });
      const writes = trackingWrites({
        newcomers: [aNewcomer(aProfile({ umid: profile.umid }))],
        events: [event],
        activities: new Map([[profile.umid, anActivity(1)]]),
        unsuppressed: beginning.suppressions.map(({ key }) => key),
      });
      const commit = aTrackingCommit({ writes: new Map([[scope.account, writes]]) });
      const [, recorded] = await Promise.all([
        adapter().privacy.begin(scope, beginning),
        adapter().tracking.record(ampleDeadline(), commit),
      ]);
      const { removed } = await carryOut(scope, beginning.erasure);
      expect(removed.events).toBe(PERSONS_EVENTS + (recorded === 'recorded' ? 1 : 0));
      expect(await adapter().tracking.events(scope, profile.umid, 10)).toEqual([]);
      expect(await adapter().profiles.stored(scope, profile.umid)).toBeNull();
      const later = aTrackingCommit({ writes: new Map([[scope.account, writes]]) });
      expect(await adapter().tracking.record(ampleDeadline(), later)).toBe('stale');
    });
  });

  test('is noticed by a batch that says how often somebody was erased before', async () => {
    const scope = scopeOf(randomAccount());
    const { profile } = await storePerson(adapter(), scope);
    const batchAfter = (timesSuppressed: number) => {
      const writes = trackingWrites({ events: [anEvent()], timesSuppressed });
      const commit = aTrackingCommit({ writes: new Map([[scope.account, writes]]) });
      return adapter().tracking.record(ampleDeadline(), commit);
    };
    const before = await adapter().privacy.timesSuppressed(scope);
    expect(await batchAfter(before)).toBe('recorded');
    await adapter().privacy.begin(scope, aBeginning(profile));
    const begun = await adapter().privacy.timesSuppressed(scope);
    expect([await batchAfter(before), await batchAfter(begun)]).toEqual(['stale', 'recorded']);
    expect(begun).toBeGreaterThan(before);
    const suppressions = [aSuppression()];
    await adapter().privacy.removeDevices(scope, 'an erasure', [], suppressions);
    expect([await batchAfter(begun), await batchAfter(before)]).toEqual(['stale', 'stale']);
    expect(await adapter().privacy.timesSuppressed(scopeOf(randomAccount()))).toBe(0);
  });

  test('a deadline that has passed is Unavailable, and nothing has begun', async () => {
    const scope = scopeOf(randomAccount());
    const { profile } = await storePerson(adapter(), scope);
    const late = { ...scope, deadline: PAST_DEADLINE };
    const begun = adapter().privacy.begin(late, aBeginning(profile));
    await expect(begun).rejects.toMatchObject({ name: 'Unavailable' });
    expect(await adapter().profiles.stored(scope, profile.umid)).toEqual(profile);
  });
};
