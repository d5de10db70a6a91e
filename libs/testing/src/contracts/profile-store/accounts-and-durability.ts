import { expect, test } from 'vitest';
import type { Commit } from '@kith/domain/identity';
import type { ProfileStore, Scope } from '@kith/ports';
import { aConsentEntry } from '../../builders/consent.ts';
import { randomAccount, randomUmid } from '../../builders/ids.ts';
import {
  aCommit,
  aDevice,
  aLink,
  anIdentifier,
  aProfile,
  fresh,
  newIdentifier,
} from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const ids = {
  profile: aProfile(),
  device: aDevice(),
  identifier: anIdentifier(),
  line: anIdentifier({ name: 'mt2' }),
  other: randomUmid(),
};

/** The same keys in every account; only `source` tells them apart. */
const everything = (source: string): Commit => {
  const { umid } = ids.profile;
  return aCommit({
    profiles: [fresh({ ...ids.profile, source })],
    devices: [fresh({ ...ids.device, umid })],
    identifiers: [newIdentifier(ids.identifier, umid)],
    shared: [{ ...ids.line, umid, lastSeen: 1 }],
    links: [aLink(umid, ids.other)],
    consent: [aConsentEntry({ umid, mac: source })],
  });
};

const look = async (store: ProfileStore, scope: Scope) => ({
  ...(await store.load(scope, {
    umdid: ids.device.umdid,
    umids: [ids.profile.umid],
    identifiers: [ids.identifier],
    shared: [ids.line],
  })),
  links: await store.links(scope, ids.profile.umid, 10),
  stored: await store.stored(scope, ids.profile.umid),
});

const NOTHING = {
  device: null,
  current: null,
  profiles: [],
  owners: [],
  holders: [],
  links: [],
  stored: null,
};

/** Accounts never see each other, and what was committed stays. */
export const describeAccountsAndDurability = (fixture: () => DurableFixture<ProfileStore>): void => {
  test('the same keys in two accounts are two different things', async () => {
    const store = fixture().adapter;
    const [first, second] = [scopeOf(randomAccount()), scopeOf(randomAccount())];
    expect(await store.commit(first, everything('first'))).toBe('committed');
    expect(await look(store, second)).toEqual(NOTHING);
    expect(await store.commit(second, everything('second'))).toBe('committed');
    expect(await look(store, first)).toMatchObject({ stored: { source: 'first' } });
    expect(await look(store, second)).toMatchObject({ stored: { source: 'second' } });
    await store.commit(second, aCommit({ released: [{ ...ids.identifier, from: [ids.profile.umid] }] }));
    expect((await look(store, first)).owners).toHaveLength(1);
    expect((await look(store, second)).owners).toEqual([]);
  });

  test('an account whose name begins like another sees nothing of it', async () => {
    const account = randomAccount();
    await fixture().adapter.commit(scopeOf(account), everything('long'));
    expect(await look(fixture().adapter, scopeOf(account.slice(0, -1)))).toEqual(NOTHING);
    expect(await look(fixture().adapter, scopeOf(`${account}x`))).toEqual(NOTHING);
  });

  test('what was committed is there after the store was opened again', async () => {
    const account = randomAccount();
    await fixture().adapter.commit(scopeOf(account), everything('kept'));
    const before = await look(fixture().adapter, scopeOf(account));
    const reopened = await fixture().reopen();
    expect(await look(reopened, scopeOf(account))).toEqual(before);
    expect(before.stored).toMatchObject({ source: 'kept' });
    const again = aCommit({ consent: [aConsentEntry({ umid: ids.profile.umid })] });
    expect(await reopened.commit(scopeOf(account), again)).toBe('conflict');
  });
};
