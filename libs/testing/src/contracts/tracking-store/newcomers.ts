import { describe, expect, test } from 'vitest';
import type { AccountName } from '@kith/domain/pipeline';
import type { Newcomer, OutboxItem } from '@kith/ports';
import { randomAccount } from '../../builders/ids.ts';
import { aChange, aCommit, aDevice, aProfile, fresh } from '../../builders/identity.ts';
import { ampleDeadline, scopeOf } from '../../builders/scope.ts';
import { aNewcomer, aTrackingCommit, trackingWrites } from '../../builders/tracking.ts';
import type { DurableFixture } from '../../kit/fixture.ts';
import type { TrackingAdapters } from './adapters.ts';

/** First sights come through the log; the resolver may have been faster. */
export const describeNewcomers = (fixture: () => DurableFixture<TrackingAdapters>): void => {
  describe('a newcomer', () => {
    test('that is unknown gets profile, device, profileId and a change in the outbox', async () => {
      const [account, newcomer] = [randomAccount(), aNewcomer()];
      await arrive(fixture().adapter, account, newcomer);
      const { device, current, owners } = await look(fixture().adapter, account, newcomer);
      expect({ device, current }).toEqual({ device: newcomer.device, current: newcomer.profile });
      expect(owners.map(({ profile }) => profile)).toEqual([newcomer.profile]);
      expect(await changesOf(fixture().adapter, account)).toEqual([newcomer.change]);
    });

    test('that arrives again changes nothing', async () => {
      const [account, newcomer] = [randomAccount(), aNewcomer()];
      await arrive(fixture().adapter, account, newcomer);
      const again = { ...newcomer, profile: aProfile({ umid: newcomer.profile.umid }), change: aChange() };
      await arrive(fixture().adapter, account, again);
      const { current, owners } = await look(fixture().adapter, account, again);
      expect(current).toEqual(newcomer.profile);
      expect(owners).toEqual([]);
      expect(await changesOf(fixture().adapter, account)).toEqual([newcomer.change]);
    });

    test('whose umid the resolver knows already changes nothing, not even an absent device', async () => {
      const [account, newcomer] = [randomAccount(), aNewcomer()];
      const customer = aProfile({ umid: newcomer.profile.umid, state: 'customer', version: 5 });
      await fixture().adapter.profiles.commit(scopeOf(account), aCommit({ profiles: [fresh(customer)] }));
      await arrive(fixture().adapter, account, newcomer);
      const { device, owners, profiles } = await look(fixture().adapter, account, newcomer);
      expect({ device, owners }).toEqual({ device: null, owners: [] });
      expect(profiles.map(({ profile }) => profile)).toEqual([customer]);
      expect(await changesOf(fixture().adapter, account)).toEqual([]);
    });

    test('whose device is bound elsewhere gets its profile, and the device stays bound', async () => {
      const [account, newcomer] = [randomAccount(), aNewcomer()];
      const bound = aDevice({ umdid: newcomer.device.umdid, bindingVersion: 8 });
      await fixture().adapter.profiles.commit(scopeOf(account), aCommit({ devices: [fresh(bound)] }));
      await arrive(fixture().adapter, account, newcomer);
      const { device, profiles } = await look(fixture().adapter, account, newcomer);
      expect(device).toEqual(bound);
      expect(profiles.map(({ profile }) => profile)).toEqual([newcomer.profile]);
      expect(await changesOf(fixture().adapter, account)).toEqual([newcomer.change]);
    });

    test('of a fenced batch leaves no trace', async () => {
      const [account, newcomer] = [randomAccount(), aNewcomer()];
      const writes = new Map([[account, trackingWrites({ newcomers: [newcomer] })]]);
      const { tracking } = fixture().adapter;
      expect(await tracking.record(ampleDeadline(), aTrackingCommit({ from: 1, to: 2, writes }))).toBe(
        'fenced',
      );
      const loaded = await look(fixture().adapter, account, newcomer);
      expect(loaded).toMatchObject({ device: null, current: null, owners: [], profiles: [] });
      expect(await changesOf(fixture().adapter, account)).toEqual([]);
    });
  });
};

const arrive = ({ tracking }: TrackingAdapters, account: AccountName, newcomer: Newcomer) => {
  const writes = new Map([[account, trackingWrites({ newcomers: [newcomer] })]]);
  return tracking.record(ampleDeadline(), aTrackingCommit({ writes }));
};

const look = ({ profiles }: TrackingAdapters, account: AccountName, { profile, device }: Newcomer) =>
  profiles.load(scopeOf(account), {
    umdid: device.umdid,
    umids: [profile.umid],
    identifiers: [{ name: 'profileId', value: profile.profileId }],
  });

const changesOf = async ({ outbox }: TrackingAdapters, account: AccountName) => {
  const items = await outbox.pending(ampleDeadline(), 1_000);
  return items.filter((item: OutboxItem) => item.account === account).map(({ change }) => change);
};
