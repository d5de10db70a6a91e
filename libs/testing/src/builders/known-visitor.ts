import type { CacheEntry, CacheNews, KnownDevice, KnownProfile } from '@kith/ports';
import { randomUmdid, randomUmid } from './ids.ts';

/** What the cache is told of a visitor's device. */
export const aKnownDevice = (members: Partial<KnownDevice> = {}): KnownDevice => ({
  umdid: randomUmdid(),
  umid: randomUmid(),
  identifiedBy: 0,
  bindingVersion: 1,
  ...members,
});

/** What the cache is told of a profile. */
export const aKnownProfile = (members: Partial<KnownProfile> = {}): KnownProfile => ({
  umid: randomUmid(),
  state: 'visitor',
  strongest: 0,
  permissions: {},
  version: 1,
  ...members,
});

/** A visitor whom the cache may know. */
export interface KnownVisitor {
  readonly device: KnownDevice;
  readonly profile: KnownProfile;
  /** Both, to be told. */
  readonly news: CacheNews;
  /** What the edge is then told of the device. */
  readonly entry: CacheEntry;
}

/** A customer who logged in on the device. */
export const aKnownCustomer = (members: Partial<KnownProfile> = {}): KnownVisitor => {
  const profile = aKnownProfile({ state: 'customer', strongest: 1, ...members });
  const { umid, state, permissions, version: profileVersion } = profile;
  const device = aKnownDevice({ umid, identifiedBy: 1 });
  const entry = { umid, state, type: 1, permissions, bindingVersion: 1, profileVersion } as const;
  return { device, profile, news: { devices: [device], profiles: [profile] }, entry };
};
