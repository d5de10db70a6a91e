import {
  newVisitor,
  type Identifier,
  type Profile,
  type ProfileId,
  type Umdid,
  type Umid,
  type Device,
} from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Loaded, Wanted } from '@kith/domain/resolution';
import type { ProfileReader } from '@kith/ports';

/** What one account holds. */
export interface AccountState {
  readonly profiles: readonly Profile[];
  /** Absorbed umid to survivor. */
  readonly redirects?: Readonly<Record<string, Umid>>;
  readonly devices?: readonly Device[];
}

/** A reader over a fixed state, which counts the looks at it and can be made to fail or to hang. */
export interface ProfileReaderFake extends ProfileReader {
  loads(): number;
  /** From now on each look ends as this does. */
  breakDown(fault: () => Promise<never>): void;
}

export const createProfileReaderFake = (
  accounts: Readonly<Record<AccountName, AccountState>>,
): ProfileReaderFake => {
  let loads = 0;
  let fault: (() => Promise<never>) | null = null;
  return {
    load: async ({ account }, wanted) => {
      loads += 1;
      if (fault !== null) return fault();
      return load(accounts[account] ?? { profiles: [] }, wanted);
    },
    activities: () => Promise.resolve([]),
    links: () => Promise.resolve([]),
    loads: () => loads,
    breakDown: (how) => void (fault = how),
  };
};

const load = ({ profiles, redirects = {}, devices = [] }: AccountState, wanted: Wanted): Loaded => {
  const living = (umid: Umid): Profile | null =>
    profiles.find((profile) => profile.umid === (redirects[umid] ?? umid)) ?? null;
  const ownerOf = ({ name, value }: Identifier): Profile | undefined =>
    profiles.find((profile) =>
      name === 'profileId'
        ? profile.profileId === value
        : profile.identifiers.some((held) => held.name === name && held.value === value),
    );
  const device = devices.find(({ umdid }) => umdid === wanted.umdid) ?? null;
  return {
    device,
    current: device === null ? null : living(device.umid),
    profiles: (wanted.umids ?? []).flatMap((umid) => {
      const profile = living(umid);
      return profile === null ? [] : { umid, profile };
    }),
    owners: (wanted.identifiers ?? []).flatMap((identifier) => {
      const profile = ownerOf(identifier);
      return profile === undefined ? [] : { ...identifier, storedUmid: profile.umid, profile };
    }),
    holders: [],
  };
};

/** A customer, or a visitor where there are no identifiers. */
export const profileFake = (
  umid: Umid,
  profileId: string,
  identifiers: readonly Identifier[] = [],
): Profile => ({
  ...newVisitor(umid, profileId as ProfileId, 'web', 0),
  state: identifiers.length > 0 ? 'customer' : 'visitor',
  version: 1,
  identifiers: identifiers.map((identifier) => ({ ...identifier, firstSeen: 0, lastSeen: 0 })),
});

/** A device that points at a profile. */
export const deviceFake = (umdid: Umdid, umid: Umid): Device => ({
  umdid,
  umid,
  identifiedBy: 0,
  bindingVersion: 1,
  firstSeen: 0,
  lastSeen: 0,
  retryKeys: [],
});
