import { describe, expect, test } from 'vitest';
import type { ProfileStore } from '@kith/ports';
import { manyOf, randomAccount, randomUmdid, randomUmid } from '../../builders/ids.ts';
import {
  aCommit,
  aDevice,
  anIdentifier,
  aProfile,
  aRedirect,
  fresh,
  newIdentifier,
} from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

/** What a look at the store shows. */
export const describeLoading = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('load', () => {
    test('finds nothing where nothing is stored', async () => {
      const scope = scopeOf(randomAccount());
      const wanted = { umdid: randomUmdid(), umids: [randomUmid()], identifiers: [anIdentifier()] };
      expect(await fixture().adapter.load(scope, { ...wanted, shared: [anIdentifier()] })).toEqual({
        device: null,
        current: null,
        profiles: [],
        owners: [],
        holders: [],
      });
      expect(await fixture().adapter.stored(scope, randomUmid())).toBeNull();
    });

    test('finds the device and the profile that it points at', async () => {
      const scope = scopeOf(randomAccount());
      const profile = aProfile({ state: 'customer' });
      const device = aDevice({ umid: profile.umid, retryKeys: [{ hash: 'h', at: 1 }] });
      await fixture().adapter.commit(
        scope,
        aCommit({ profiles: [fresh(profile)], devices: [fresh(device)] }),
      );
      const loaded = await fixture().adapter.load(scope, { umdid: device.umdid });
      expect(loaded.device).toEqual(device);
      expect(loaded.current).toEqual(profile);
    });

    test('finds a device whose profile is still on its way', async () => {
      const scope = scopeOf(randomAccount());
      const device = aDevice();
      await fixture().adapter.commit(scope, aCommit({ devices: [fresh(device)] }));
      const loaded = await fixture().adapter.load(scope, { umdid: device.umdid });
      expect(loaded).toMatchObject({ device, current: null });
    });

    describeRedirects(fixture);
  });
};

const describeRedirects = (fixture: () => DurableFixture<ProfileStore>): void => {
  test('follows five redirects to the living profile, from devices, umids and identifiers', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const profile = aProfile();
    const absorbed = manyOf(5, randomUmid);
    const chain = [...absorbed, profile.umid];
    const device = aDevice({ umid: absorbed[0]! });
    const identifiers = [
      anIdentifier(),
      anIdentifier({ name: 'profileId', value: profile.profileId }),
    ] as const;
    await store.commit(
      scope,
      aCommit({
        profiles: [fresh(profile), ...absorbed.map((umid, i) => fresh(aRedirect(umid, chain[i + 1]!)))],
        devices: [fresh(device)],
        identifiers: [
          newIdentifier(identifiers[0], absorbed[0]!),
          newIdentifier(identifiers[1], profile.umid),
        ],
      }),
    );
    const umids = [absorbed[0]!, absorbed[4]!, profile.umid];
    const loaded = await store.load(scope, { umdid: device.umdid, umids, identifiers });
    expect(loaded.device?.umid).toBe(absorbed[0]);
    expect(loaded.current).toEqual(profile);
    expect(loaded.profiles).toEqual(umids.map((umid) => ({ umid, profile })));
    expect(loaded.owners).toEqual([
      { ...identifiers[0], storedUmid: absorbed[0], profile },
      { ...identifiers[1], storedUmid: profile.umid, profile },
    ]);
    expect(await store.stored(scope, absorbed[0]!)).toEqual(aRedirect(absorbed[0]!, absorbed[1]!));
  });

  test('a redirect keeps its journal', async () => {
    const scope = scopeOf(randomAccount());
    const [loser, survivorBefore] = [aProfile(), aProfile({ absorbed: [randomUmid()] })];
    const journal = { loser, survivorBefore, mergedAt: 5, permissions: {}, displaced: [] };
    const redirect = aRedirect(loser.umid, survivorBefore.umid, { journal, version: 7 });
    await fixture().adapter.commit(scope, aCommit({ profiles: [fresh(redirect)] }));
    expect(await fixture().adapter.stored(scope, loser.umid)).toEqual(redirect);
  });
};
