import { describe, expect, test } from 'vitest';
import type { Commit } from '@kith/domain/identity';
import { Unavailable, type AccountCommit, type ConflictKey, type ProfileStore } from '@kith/ports';
import { aConsentEntry } from '../../builders/consent.ts';
import { manyOf, randomAccount, randomUmid } from '../../builders/ids.ts';
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
import { ampleDeadline, PAST_DEADLINE, scopeOf } from '../../builders/scope.ts';
import type { DurableFixture } from '../../kit/fixture.ts';

const present = {
  profile: aProfile({ version: 3 }),
  device: aDevice({ bindingVersion: 4 }),
  identifier: anIdentifier(),
  consent: aConsentEntry(),
};
const absent = { profile: aProfile(), device: aDevice(), identifier: anIdentifier() };

type Culprit = ConflictKey extends infer Key
  ? Key extends ConflictKey
    ? Omit<Key, 'account'>
    : never
  : never;

const over = {
  profile: ({ umid }: { readonly umid: string }) => ({ kind: 'profile', umid }) as Culprit,
  device: ({ umdid }: { readonly umdid: string }) => ({ kind: 'device', umdid }) as Culprit,
  identifier: ({ name, value }: typeof present.identifier): Culprit => ({ kind: 'identifier', name, value }),
};

const FAILING: readonly (readonly [what: string, parts: Partial<Commit>, culprit: Culprit])[] = [
  [
    'a profile of another version',
    { profiles: [replacing(present.profile, 2)] },
    over.profile(present.profile),
  ],
  ['a profile that is there already', { profiles: [fresh(present.profile)] }, over.profile(present.profile)],
  ['a profile that is gone', { profiles: [replacing(absent.profile, 1)] }, over.profile(absent.profile)],
  ['a device of another version', { devices: [replacing(present.device, 3)] }, over.device(present.device)],
  ['a device that is there already', { devices: [fresh(present.device)] }, over.device(present.device)],
  ['a device that is gone', { devices: [replacing(absent.device, 1)] }, over.device(absent.device)],
  [
    'an identifier that somebody has',
    { identifiers: [newIdentifier(present.identifier, randomUmid())] },
    over.identifier(present.identifier),
  ],
  [
    'an identifier that somebody else has',
    { identifiers: [newIdentifier(present.identifier, randomUmid(), randomUmid())] },
    over.identifier(present.identifier),
  ],
  [
    'an identifier that nobody has any more',
    { identifiers: [newIdentifier(absent.identifier, randomUmid(), randomUmid())] },
    over.identifier(absent.identifier),
  ],
  [
    'a profile of another version that it relies on',
    { guards: [{ kind: 'profile', umid: present.profile.umid, version: 2 }] },
    over.profile(present.profile),
  ],
  [
    'a profile that is gone and that it relies on',
    { guards: [{ kind: 'profile', umid: absent.profile.umid, version: 2 }] },
    over.profile(absent.profile),
  ],
  [
    'a device of another version that it relies on',
    { guards: [{ kind: 'device', umdid: present.device.umdid, version: 2 }] },
    over.device(present.device),
  ],
  [
    'a number of the consent history that is taken',
    { consent: [{ ...present.consent, mac: 'other' }] },
    over.profile(present.consent),
  ],
];

/** What commits of several accounts in one step come to. */
export const describeGrouping = (fixture: () => DurableFixture<ProfileStore>): void => {
  describe('a group of commits', () => {
    test('is applied whole, in every account', async () => {
      const [store, commits] = [fixture().adapter, manyOf(5, somebody)];
      expect(await store.commitGroup(ampleDeadline(), commits)).toBe('committed');
      for (const { account, commit } of commits) await expectWritten(store, account, commit);
    });

    test('of nothing succeeds', async () => {
      const commits = [{ account: randomAccount(), commit: aCommit({}) }];
      expect(await fixture().adapter.commitGroup(ampleDeadline(), commits)).toBe('committed');
      expect(await fixture().adapter.commitGroup(ampleDeadline(), [])).toBe('committed');
    });

    test.each(FAILING)('changes nothing in any account over %s, and names it', async (_, parts, culprit) => {
      const [store, account] = [fixture().adapter, randomAccount()];
      await prepare(store, account);
      const others = manyOf(2, somebody);
      const failing = aCommit({ ...parts, profiles: [...(parts.profiles ?? []), fresh(aProfile())] });
      const [first, last] = others;
      const group = [first!, { account, commit: failing }, last!];
      expect(await store.commitGroup(ampleDeadline(), group)).toEqual({ over: [{ account, ...culprit }] });
      for (const other of others) await expectAbsent(store, other);
      expect(await store.stored(scopeOf(account), present.profile.umid)).toEqual(present.profile);
      expect(await store.stored(scopeOf(account), absent.profile.umid)).toBeNull();
      // Without what was otherwise the others go through.
      expect(await store.commitGroup(ampleDeadline(), others)).toBe('committed');
    });

    test.each(FAILING)('of that alone names %s, too', async (_, parts, culprit) => {
      const [store, account] = [fixture().adapter, randomAccount()];
      await prepare(store, account);
      // Nothing is written for what is only relied on.
      const written = parts.guards === undefined ? {} : { links: [aLink(randomUmid(), randomUmid())] };
      const commit = aCommit({ ...parts, ...written });
      const outcome = await store.commitGroup(ampleDeadline(), [{ account, commit }]);
      expect(outcome).toEqual({ over: [{ account, ...culprit }] });
      expect(await store.stored(scopeOf(account), absent.profile.umid)).toBeNull();
    });

    test('names nobody who was as expected', async () => {
      const [store, account] = [fixture().adapter, randomAccount()];
      await prepare(store, account);
      const wrong = FAILING.map(([, { profiles = [], devices = [] }]) => ({ profiles, devices }));
      const commit = aCommit({
        profiles: [fresh(aProfile()), ...wrong.flatMap(({ profiles }) => profiles)],
        devices: [fresh(aDevice()), ...wrong.flatMap(({ devices }) => devices)],
      });
      const outcome = await store.commitGroup(ampleDeadline(), [somebody(), { account, commit }]);
      const named = outcome === 'committed' ? [] : outcome.over;
      const culprits = FAILING.map(([, , culprit]) => ({ account, ...culprit }));
      expect(named.length).toBeGreaterThan(0);
      for (const one of named) expect(culprits).toContainEqual(one);
    });

    test('rejects with Unavailable and changes nothing where the deadline has passed', async () => {
      const [store, commits] = [fixture().adapter, [somebody()]];
      await expect(store.commitGroup(PAST_DEADLINE, commits)).rejects.toThrow(Unavailable);
      await expectAbsent(store, commits[0]!);
    });

    test('races others over one profile: each version is written once, and whoever lost names it or nobody', async () => {
      const [store, account, profile] = [fixture().adapter, randomAccount(), aProfile()];
      await store.commit(scopeOf(account), aCommit({ profiles: [fresh(profile)] }));
      const groups = manyOf(16, (index) => [
        somebody(),
        {
          account,
          commit: aCommit({ profiles: [replacing({ ...profile, version: 2, source: `${index}` }, 1)] }),
        },
      ]);
      const outcomes = await Promise.all(groups.map((group) => store.commitGroup(ampleDeadline(), group)));
      const won = outcomes.flatMap((outcome, index) => (outcome === 'committed' ? [index] : []));
      expect(won).toHaveLength(1);
      expect(await store.stored(scopeOf(account), profile.umid)).toMatchObject({ source: `${won[0]}` });
      const culprit = { account, kind: 'profile', umid: profile.umid };
      for (const outcome of outcomes) {
        if (outcome !== 'committed') expect([[], [culprit]]).toContainEqual(outcome.over);
      }
      for (const [index, [other]] of groups.entries()) {
        if (index === won[0]) await expectWritten(store, other!.account, other!.commit);
        else await expectAbsent(store, other!);
      }
    });
  });
};

const prepare = async (store: ProfileStore, account: string): Promise<void> => {
  const { profile, device, identifier, consent } = present;
  const commit = aCommit({
    profiles: [fresh(profile)],
    devices: [fresh(device)],
    identifiers: [newIdentifier(identifier, profile.umid)],
    consent: [consent],
  });
  expect(await store.commit(scopeOf(account), commit)).toBe('committed');
};

/** A new customer of an account of its own, with something of every kind. */
const somebody = (): AccountCommit => {
  const profile = aProfile();
  const commit = aCommit({
    profiles: [fresh(profile)],
    devices: [fresh(aDevice({ umid: profile.umid }))],
    identifiers: [newIdentifier(anIdentifier(), profile.umid)],
    released: [{ ...anIdentifier(), from: [profile.umid] }],
    shared: [{ ...anIdentifier(), umid: profile.umid, lastSeen: 1 }],
    links: [aLink(profile.umid, randomUmid())],
    consent: [aConsentEntry({ umid: profile.umid })],
    changes: [aChange({ umid: profile.umid })],
  });
  return { account: randomAccount(), commit };
};

const lookAt = async (store: ProfileStore, account: string, { devices, identifiers, shared }: Commit) =>
  store.load(scopeOf(account), { umdid: devices[0]!.value.umdid, identifiers, shared });

const expectWritten = async (store: ProfileStore, account: string, commit: Commit): Promise<void> => {
  const { value: profile } = commit.profiles[0]!;
  const loaded = await lookAt(store, account, commit);
  expect(loaded).toMatchObject({ device: commit.devices[0]!.value, current: profile });
  expect(loaded.owners.map(({ storedUmid }) => storedUmid)).toEqual([profile.umid]);
  expect(loaded.holders.map(({ umids }) => umids)).toEqual([[profile.umid]]);
  expect(await store.links(scopeOf(account), profile.umid, 9)).toEqual(commit.links);
};

const expectAbsent = async (store: ProfileStore, { account, commit }: AccountCommit): Promise<void> => {
  expect(await lookAt(store, account, commit)).toMatchObject({ device: null, owners: [], holders: [] });
  const { umid } = commit.profiles[0]!.value;
  expect(await store.stored(scopeOf(account), umid)).toBeNull();
  expect(await store.links(scopeOf(account), umid, 9)).toEqual([]);
};
