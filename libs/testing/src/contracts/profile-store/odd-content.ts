import { expect, test } from 'vitest';
import type { ProfileStore } from '@kith/ports';
import { randomAccount } from '../../builders/ids.ts';
import { aCommit, aProfile, fresh, newIdentifier } from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import { ODD_TEXTS, withOddMembers } from '../../kit/odd-texts.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

/** Whatever a visitor sends comes back as it was. */
export const describeOddContent = (fixture: () => DurableFixture<ProfileStore>): void => {
  test.each(ODD_TEXTS)('an identifier with the value %j finds its profile and no other', async (value) => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const held = { name: value.slice(0, 8), value };
    const profile = aProfile({ identifiers: [{ ...held, firstSeen: 1, lastSeen: 2 }] });
    await store.commit(
      scope,
      aCommit({ profiles: [fresh(profile)], identifiers: [newIdentifier(held, profile.umid)] }),
    );
    const neighbours = [`${value}x`, `${value} `].map((other) => ({ ...held, value: other }));
    const { owners } = await store.load(scope, { identifiers: [held, ...neighbours] });
    expect(owners).toEqual([{ ...held, storedUmid: profile.umid, profile }]);
  });

  test('a name and a value are never taken for another pair', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const profile = aProfile();
    const identifiers = [newIdentifier({ name: 'ab', value: 'c' }, profile.umid)];
    await store.commit(scope, aCommit({ profiles: [fresh(profile)], identifiers }));
    const others = [
      { name: 'a', value: 'bc' },
      { name: 'abc', value: '' },
      { name: 'AB', value: 'c' },
      { name: 'ab', value: 'C' },
    ];
    expect((await store.load(scope, { identifiers: others })).owners).toEqual([]);
  });

  test('imported attributes of any content come back with their times', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const attributes = Object.fromEntries(
      ODD_TEXTS.map((value, index) => [`a.${index}`, { value, modifiedAt: index }]),
    );
    const profile = aProfile({ attributes });
    await store.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    expect(await store.stored(scope, profile.umid)).toEqual(profile);
    const { profiles } = await store.load(scope, { umids: [profile.umid] });
    expect(profiles).toEqual([{ umid: profile.umid, profile }]);
  });

  test('members of any name round-trip', async () => {
    const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
    const permissions = withOddMembers({ granted: true, modifiedAt: 1, identified: false });
    const profile = aProfile({ permissions });
    await store.commit(scope, aCommit({ profiles: [fresh(profile)] }));
    const stored = await store.stored(scope, profile.umid);
    expect(stored?.kind === 'profile' && Object.entries(stored.permissions)).toEqual(
      Object.entries(permissions),
    );
  });
};
