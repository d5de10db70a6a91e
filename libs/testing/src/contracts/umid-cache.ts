import { describe, expect, test } from 'vitest';
import type { CacheEntry, KnownDevice, KnownProfile, UmidCache } from '@kith/ports';
import { randomAccount, randomUmdid, randomUmid } from '../builders/ids.ts';
import { aKnownCustomer, aKnownDevice, aKnownProfile } from '../builders/known-visitor.ts';
import { scopeOf } from '../builders/scope.ts';
import { usingFixture, type Fixture } from '../kit/fixture.ts';
import { withOddMembers } from '../kit/odd-texts.ts';

/** From the oldest to the newest; as texts they stand in another order. */
const VERSIONS = [0, 1, 2, 9, 10] as const;

const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4],
  [4, 3, 2, 1, 0],
  [2, 4, 0, 3, 1],
  [3, 4, 1, 2, 0],
];

/** What every UmidCache promises while it answers; it may forget at any time. */
export const defineUmidCacheContract = (make: () => Promise<Fixture<UmidCache>>): void => {
  describe('the contract of a umid cache:', () => {
    const fixture = usingFixture(make);
    describeVisitors(fixture);
    describeVersions(fixture);
    describeRedirects(fixture);
    describeAccounts(fixture);
  });
};

/** An account of its own, and what its edge asks and is told. */
const stageOf = (fixture: () => Fixture<UmidCache>) => {
  const scope = scopeOf(randomAccount());
  const { adapter: cache } = fixture();
  return {
    cache,
    scope,
    /** With every hint that a cookie may give. */
    recognised: async ({ umdid, umid }: KnownDevice): Promise<CacheEntry | null> => {
      const hints = [umid, null, randomUmid()];
      const answers = await Promise.all(hints.map((hint) => cache.recognise(scope, umdid, hint)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      return answers[0] ?? null;
    },
  };
};

const describeVisitors = (fixture: () => Fixture<UmidCache>): void => {
  test('a device that nobody told of is a miss', async () => {
    const { recognised } = stageOf(fixture);
    expect(await recognised(aKnownDevice())).toBeNull();
  });

  test.each(['remember', 'tell'] as const)('what it was told of (%s) comes back as it was', async (how) => {
    const { cache, scope, recognised } = stageOf(fixture);
    const { device, news, entry } = aKnownCustomer({ permissions: withOddMembers(false) });
    await cache[how](scope, news);
    const found = await recognised(device);
    expect(found).toEqual(entry);
    expect(Object.entries(found!.permissions)).toEqual(Object.entries(entry.permissions));
  });

  test('a device without its profile is a miss, and so is a profile without the device', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const [one, other] = [aKnownCustomer(), aKnownCustomer()];
    await cache.tell(scope, { devices: [one.device], profiles: [other.profile] });
    expect(await recognised(one.device)).toBeNull();
    expect(await recognised(other.device)).toBeNull();
  });

  test('all devices of a profile show what was told of it once', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const profile = aKnownProfile();
    const devices = [1, 2, 3].map(() => aKnownDevice({ umid: profile.umid }));
    await cache.remember(scope, { devices, profiles: [profile] });
    await cache.tell(scope, { changed: [{ ...profile, state: 'customer', strongest: 2, version: 2 }] });
    for (const device of devices) {
      expect(await recognised(device)).toMatchObject({ state: 'customer', type: 2, profileVersion: 2 });
    }
  });

  test('the type is what identified the profile on the device, else the strongest; a visitor has none', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const typeOf = async (profile: Partial<KnownProfile>, identifiedBy: KnownDevice['identifiedBy']) => {
      const known = aKnownProfile(profile);
      const device = aKnownDevice({ umid: known.umid, identifiedBy });
      await cache.tell(scope, { devices: [device], profiles: [known] });
      return (await recognised(device))?.type;
    };
    expect(await typeOf({ state: 'customer', strongest: 1 }, 2)).toBe(2);
    expect(await typeOf({ state: 'customer', strongest: 1 }, 0)).toBe(1);
    expect(await typeOf({ state: 'visitor', strongest: 1 }, 1)).toBe(0);
  });

  test('a device is at the profile that its newest entry names, whatever the cookie says', async () => {
    const { cache, scope } = stageOf(fixture);
    const [before, after] = [aKnownCustomer(), aKnownCustomer()];
    const device = { ...before.device, umid: after.profile.umid, bindingVersion: 2 };
    await cache.tell(scope, before.news);
    await cache.tell(scope, { devices: [device], profiles: [after.profile] });
    const entry = await cache.recognise(scope, device.umdid, before.profile.umid);
    expect(entry).toEqual({ ...after.entry, bindingVersion: 2 });
  });

  test('a forgotten device is a miss, and an older entry may come in again', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const { device, profile } = aKnownCustomer();
    const others = [1, 2].map(() => aKnownDevice({ umid: profile.umid }));
    const newest = { ...device, bindingVersion: 9 };
    await cache.tell(scope, { devices: [newest, ...others], profiles: [profile] });
    await cache.forget(scope, [device.umdid, others[0]!.umdid]);
    for (const gone of [device, others[0]!]) expect(await recognised(gone)).toBeNull();
    expect(await recognised(others[1]!)).not.toBeNull();
    await cache.tell(scope, { devices: [device] });
    expect(await recognised(device)).toMatchObject({ bindingVersion: 1 });
  });
};

const describeVersions = (fixture: () => Fixture<UmidCache>): void => {
  test.each(ORDERS)('the newest profile wins in the order of arrival %j %j %j %j %j', async (...order) => {
    const { cache, scope, recognised } = stageOf(fixture);
    const { device, profile } = aKnownCustomer();
    await cache.tell(scope, { devices: [device] });
    for (const index of order) {
      const told = { ...profile, permissions: { [`P${index}`]: true }, version: VERSIONS[index]! };
      const how = index % 2 === 0 ? 'profiles' : 'changed';
      await cache[index % 3 === 0 ? 'remember' : 'tell'](scope, { [how]: [told] });
    }
    expect(await recognised(device)).toMatchObject({ permissions: { P4: true }, profileVersion: 10 });
  });

  test.each(ORDERS)('the newest device wins in the order of arrival %j %j %j %j %j', async (...order) => {
    const { cache, scope, recognised } = stageOf(fixture);
    const umdid = randomUmdid();
    const [device] = VERSIONS.map((bindingVersion) => aKnownDevice({ umdid, bindingVersion })).slice(-1);
    await cache.tell(scope, { profiles: [aKnownProfile({ umid: device!.umid })] });
    for (const index of order) {
      const told = index === 4 ? device! : aKnownDevice({ umdid, bindingVersion: VERSIONS[index]! });
      await cache[index % 2 === 0 ? 'remember' : 'tell'](scope, { devices: [told] });
    }
    expect(await recognised(device!)).toMatchObject({ umid: device!.umid, bindingVersion: 10 });
  });

  test('of two entries with equal versions the later one stays', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const { device, profile, news } = aKnownCustomer();
    await cache.tell(scope, news);
    await cache.tell(scope, { profiles: [{ ...profile, permissions: { 'CS-OPT': true } }] });
    expect((await recognised(device))?.permissions).toEqual({ 'CS-OPT': true });
  });

  test('a first visit that comes late shows nothing of a customer as a visitor', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const { device, profile, news, entry } = aKnownCustomer();
    await cache.tell(scope, news);
    await cache.remember(scope, {
      devices: [{ ...device, identifiedBy: 0, bindingVersion: 0 }],
      profiles: [aKnownProfile({ umid: profile.umid, version: 0 })],
    });
    expect(await recognised(device)).toEqual(entry);
  });
};

const describeRedirects = (fixture: () => Fixture<UmidCache>): void => {
  test('a redirected umid is a miss for every device at it, and for whoever names it', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const [one, other] = [aKnownCustomer(), aKnownCustomer()];
    await cache.tell(scope, one.news);
    await cache.tell(scope, other.news);
    await cache.tell(scope, { redirected: [one.profile.umid] });
    expect(await recognised(one.device)).toBeNull();
    expect(await cache.recognise(scope, other.device.umdid, one.profile.umid)).toBeNull();
    expect(await recognised(other.device)).toEqual(other.entry);
  });

  test('nothing that is told of a redirected umid counts, however new, before or with the redirect', async () => {
    const { cache, scope, recognised } = stageOf(fixture);
    const { device, profile, news } = aKnownCustomer({ version: 7 });
    await cache.tell(scope, { ...news, redirected: [profile.umid] });
    expect(await recognised(device)).toBeNull();
    await cache.remember(scope, news);
    await cache.tell(scope, { changed: [{ ...profile, version: 1_000_000 }] });
    expect(await recognised(device)).toBeNull();
  });
};

const describeAccounts = (fixture: () => Fixture<UmidCache>): void => {
  test('accounts do not see each other', async () => {
    const [mine, yours] = [stageOf(fixture), stageOf(fixture)];
    const { device, profile, news, entry } = aKnownCustomer();
    await mine.cache.tell(mine.scope, news);
    expect(await yours.recognised(device)).toBeNull();
    await yours.cache.tell(yours.scope, { redirected: [profile.umid] });
    await yours.cache.forget(yours.scope, [device.umdid]);
    expect(await mine.recognised(device)).toEqual(entry);
  });
};
