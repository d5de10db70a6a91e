import { describe, expect, test } from 'vitest';
import { aConsentEntry } from '../../builders/consent.ts';
import { aCommit, aDevice, aLink, aProfile, fresh } from '../../builders/identity.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import { anActivity, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { PersonReaderAdapters } from './adapters.ts';

/** What stands around many persons at once. */
export const describeDetails = (fixture: () => DurableFixture<PersonReaderAdapters>): void => {
  const stranger = () => scopeOf(randomAccount());

  test('activities are told apart by their umids', async () => {
    const { tracking, details } = fixture().adapter;
    const [account, one, other] = [randomAccount(), randomUmid(), randomUmid()];
    const activities = new Map([
      [one, anActivity(1)],
      [other, anActivity(2)],
    ]);
    const writes = new Map([[account, trackingWrites({ activities })]]);
    await tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
    const asked = [other, randomUmid(), one];
    expect(await details.activitiesByUmid(scopeOf(account), asked)).toEqual(activities);
    expect(await details.activitiesByUmid(stranger(), asked)).toEqual(new Map());
    expect(await details.activitiesByUmid(scopeOf(account), [])).toEqual(new Map());
  });

  test('links come for each umid, most recent first, at most so many', async () => {
    const { profiles, details } = fixture().adapter;
    const [scope, one, other] = [scopeOf(randomAccount()), randomUmid(), randomUmid()];
    const links = manyOf(4, (index) => aLink(one, randomUmid(), { lastSeen: index + 1 }));
    const both = aLink(one, other, { lastSeen: 9 });
    await profiles.commit(scope, aCommit({ links: [...links, both] }));
    const asked = [one, randomUmid(), other];
    const newest = [both, ...links.toReversed()];
    expect(await details.linksByUmid(scope, asked, 3)).toEqual(
      new Map([
        [one, newest.slice(0, 3)],
        [other, [both]],
      ]),
    );
    expect(await details.linksByUmid(stranger(), asked, 3)).toEqual(new Map());
    expect(await details.linksByUmid(scope, [], 3)).toEqual(new Map());
  });

  test('devices come for the umid that they were bound to, last seen first, at most so many', async () => {
    const { profiles, details } = fixture().adapter;
    const [scope, survivor, absorbed] = [scopeOf(randomAccount()), randomUmid(), randomUmid()];
    const own = manyOf(5, (index) => aDevice({ umid: survivor, lastSeen: 10 + index }));
    const led = aDevice({
      umid: survivor,
      lastSeen: 99,
      trail: [{ umid: absorbed, identifiedBy: 0 }],
    });
    await profiles.commit(scope, aCommit({ devices: [...own, led].map(fresh) }));
    const asked = [survivor, randomUmid(), absorbed];
    const seen = ({ umdid, lastSeen }: (typeof own)[number]) => ({ umdid, lastSeen });
    expect(await details.devicesByUmid(scope, asked, 3)).toEqual(
      new Map([
        [survivor, own.toReversed().slice(0, 3).map(seen)],
        [absorbed, [seen(led)]],
      ]),
    );
    expect(await details.devicesByUmid(stranger(), asked, 3)).toEqual(new Map());
    expect(await details.devicesByUmid(scope, [], 3)).toEqual(new Map());
  });

  describe('entries of the consent history', () => {
    test('come for each selection by itself, newest first', async () => {
      const { profiles, details } = fixture().adapter;
      const scope = scopeOf(randomAccount());
      const [one, other] = [randomUmid(), randomUmid()];
      const chain = manyOf(12, (index) => aConsentEntry({ umid: one, sequence: index + 1 }));
      const single = aConsentEntry({ umid: other });
      await profiles.commit(scope, aCommit({ profiles: [fresh(aProfile())], consent: [...chain, single] }));
      const numbers = async (asked: Parameters<typeof details.consentOf>[1], own = scope) =>
        (await details.consentOf(own, asked)).map((entries) => entries.map(({ sequence }) => sequence));
      const asked = [
        { umid: one, after: null, limit: 3 },
        { umid: randomUmid(), after: null, limit: 3 },
        { umid: other, after: null, limit: 3 },
        { umid: one, after: 3, limit: 3 },
      ];
      expect(await numbers(asked)).toEqual([[12, 11, 10], [], [1], [2, 1]]);
      expect(await numbers(asked, stranger())).toEqual([[], [], [], []]);
      expect(await numbers([])).toEqual([]);
      const [[first] = []] = await details.consentOf(scope, asked);
      expect(first?.entry).toEqual(chain[11]);
    });
  });
};
