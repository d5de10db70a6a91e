import { describe, expect, test } from 'vitest';
import type { Commit } from '@kith/domain/identity';
import type { ProfileStore, Scope } from '@kith/ports';
import { aConsentEntry } from '../../builders/consent.ts';
import { randomAccount, randomUmid } from '../../builders/ids.ts';
import {
  aChange,
  aCommit,
  aDevice,
  aLink,
  anIdentifier,
  aProfile,
  fresh,
  newIdentifier,
  replacing,
} from '../../builders/identity.ts';
import { scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const present = {
  profile: aProfile({ version: 3 }),
  device: aDevice({ bindingVersion: 4 }),
  identifier: anIdentifier(),
  consent: aConsentEntry(),
};

/** What is there before each of the tests. */
const prepare = async (store: ProfileStore, scope: Scope): Promise<void> => {
  const { profile, device, identifier, consent } = present;
  await store.commit(
    scope,
    aCommit({
      profiles: [fresh(profile)],
      devices: [fresh(device)],
      identifiers: [newIdentifier(identifier, profile.umid)],
      consent: [consent],
    }),
  );
};

const FAILING: readonly (readonly [string, Partial<Commit>])[] = [
  ['a profile has another version', { profiles: [replacing(aProfile(present.profile), 2)] }],
  ['a profile is there that was to be absent', { profiles: [fresh(aProfile(present.profile))] }],
  ['a profile is absent that was to be there', { profiles: [replacing(aProfile(), 1)] }],
  ['a device has another binding version', { devices: [replacing(present.device, 3)] }],
  ['a device is there that was to be absent', { devices: [fresh(present.device)] }],
  ['a device is absent that was to be there', { devices: [replacing(aDevice(), 1)] }],
  [
    'an identifier that was to be free has an owner',
    { identifiers: [newIdentifier(present.identifier, randomUmid())] },
  ],
  [
    'an identifier has another owner',
    { identifiers: [newIdentifier(present.identifier, randomUmid(), randomUmid())] },
  ],
  [
    'an identifier that was to have an owner has none',
    { identifiers: [newIdentifier(anIdentifier(), randomUmid(), randomUmid())] },
  ],
  [
    'a profile that it relies on has another version',
    { guards: [{ kind: 'profile', umid: present.profile.umid, version: 2 }] },
  ],
  [
    'a profile that it relies on is absent',
    { guards: [{ kind: 'profile', umid: randomUmid(), version: 1 }] },
  ],
  [
    'a device that it relies on has another binding version',
    { guards: [{ kind: 'device', umdid: present.device.umdid, version: 5 }] },
  ],
  ['an entry of the consent history is there already', { consent: [{ ...present.consent, mac: 'other' }] }],
  [
    'two entries of the consent history have one number',
    { consent: [aConsentEntry({ umid: 'u' }), aConsentEntry({ umid: 'u' })] },
  ],
];

/** A commit is applied whole, or, where one precondition fails, not at all. */
export const describePreconditions = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('commit changes nothing where', () => {
    test.each(FAILING)('%s', async (_, failing) => {
      const { store, scope } = { store: fixture().adapter, scope: scopeOf(randomAccount()) };
      await prepare(store, scope);
      const everything = harmless();
      expect(await store.commit(scope, joined(everything, failing))).toBe('conflict');
      await expectUntouched(store, scope, everything);
      // Without the failing part the same commit goes through: it was the part that stopped it.
      expect(await store.commit(scope, everything)).toBe('committed');
    });
  });
};

/** A commit with something of every kind, all of it new. */
const harmless = (): Commit => {
  const profile = aProfile();
  const shared = anIdentifier({ name: 'mt2' });
  return aCommit({
    profiles: [fresh(profile)],
    devices: [fresh(aDevice({ umid: profile.umid }))],
    identifiers: [newIdentifier(anIdentifier(), profile.umid)],
    released: [{ ...present.identifier, from: [present.profile.umid] }],
    shared: [{ ...shared, umid: profile.umid, lastSeen: 1 }],
    links: [aLink(profile.umid, present.profile.umid)],
    consent: [aConsentEntry({ umid: profile.umid })],
    changes: [aChange()],
    guards: [
      { kind: 'profile', umid: present.profile.umid, version: 3 },
      { kind: 'device', umdid: present.device.umdid, version: 4 },
    ],
  });
};

const joined = (a: Commit, b: Partial<Commit>): Commit => ({
  ...a,
  profiles: [...a.profiles, ...(b.profiles ?? [])],
  devices: [...a.devices, ...(b.devices ?? [])],
  identifiers: [...a.identifiers, ...(b.identifiers ?? [])],
  consent: [...a.consent, ...(b.consent ?? [])],
  guards: [...a.guards, ...(b.guards ?? [])],
});

const expectUntouched = async (store: ProfileStore, scope: Scope, commit: Commit): Promise<void> => {
  const umid = commit.profiles[0]!.value.umid;
  const loaded = await store.load(scope, {
    umdid: commit.devices[0]!.value.umdid,
    umids: [umid],
    identifiers: [...commit.identifiers, present.identifier],
    shared: commit.shared,
  });
  expect(loaded).toMatchObject({ device: null, current: null, profiles: [], holders: [] });
  expect(loaded.owners.map(({ storedUmid }) => storedUmid)).toEqual([present.profile.umid]);
  expect(await store.links(scope, umid, 10)).toEqual([]);
  expect(await store.stored(scope, present.profile.umid)).toEqual(present.profile);
};
