import { encodeChange, encodeEvent } from '@kith/contracts';
import type { ChangeType, Profile, Umid } from '@kith/domain/identity';
import type { StoredRecord } from '@kith/ports';
import { anEvent, aProfile } from '@kith/testing';

export const ACCOUNT = 'demo';
export const PERMISSION = 'MARKETING';

/** Three persons whose things happen one after the other, and two topics that tell of it. */
export interface World {
  readonly persons: readonly Umid[];
  readonly changes: readonly StoredRecord[];
  readonly tracking: readonly StoredRecord[];
  /** The living profile that a umid leads to. */
  living(umid: Umid): Profile | null;
  /** Whether whoever has the umid now has granted the permission. */
  isPermitted(umid: Umid): boolean;
  /** The one whose address it is, wherever merges have led. */
  ownerOf(email: string): Umid;
  decide(person: number, granted: boolean): void;
  track(person: number): void;
  merge(loser: number, survivor: number): void;
  unmerge(survivor: number): void;
  erase(person: number): void;
}

interface Merge {
  readonly loser: Profile;
  readonly before: Profile;
}

export const createWorld = (clock: () => number): World => {
  const persons = [0, 1, 2].map((number) =>
    aProfile({
      state: 'customer',
      identifiers: [{ name: 'email', value: `${number}@example.org`, firstSeen: 0, lastSeen: 0 }],
    }),
  );
  const profiles = new Map<Umid, Profile>(persons.map((profile) => [profile.umid, profile]));
  const redirects = new Map<Umid, Umid>();
  const merges = new Map<Umid, Merge[]>();
  const [changes, tracking]: [StoredRecord[], StoredRecord[]] = [[], []];
  const umids = persons.map(({ umid }) => umid);
  const living = (umid: Umid): Profile | null => {
    const next = redirects.get(umid);
    return next === undefined ? (profiles.get(umid) ?? null) : living(next);
  };
  const warn = (profile: Profile, type: ChangeType, detail: Record<string, unknown> = {}): void => {
    const { umid, version } = profile;
    const id = `${umid}:${version}:${changes.length}`;
    const value = encodeChange(ACCOUNT, { id, type, umid, profileVersion: version, at: clock(), detail });
    changes.push({ key: umid, value, position: changes.length });
  };
  const put = (profile: Profile): Profile => {
    const next = { ...profile, version: profile.version + 1 };
    profiles.set(profile.umid, next);
    return next;
  };
  const withPermission = (profile: Profile, granted: boolean): Profile => ({
    ...profile,
    permissions: { [PERMISSION]: { granted, modifiedAt: clock(), identified: true } },
  });
  return {
    persons: umids,
    changes,
    tracking,
    living,
    isPermitted: (umid) => living(umid)?.permissions[PERMISSION]?.granted === true,
    ownerOf: (email) => umids[Number(email.split('@')[0])]!,
    decide(person, granted) {
      const profile = living(umids[person]!);
      if (profile === null) return;
      warn(put(withPermission(profile, granted)), 'consent.changed', {
        permissions: { [PERMISSION]: granted },
      });
    },
    track(person) {
      const event = anEvent({ umid: umids[person]!, receivedAt: clock(), time: clock() });
      tracking.push({ key: event.umid, value: encodeEvent(ACCOUNT, event), position: tracking.length });
    },
    merge(from, into) {
      const [loser, before] = [living(umids[from]!), living(umids[into]!)];
      if (loser === null || before === null || loser.umid === before.umid) return;
      const last = [loser, before].toSorted((a, b) => decidedAt(b) - decidedAt(a))[0]!;
      const absorbed = [...before.absorbed, loser.umid, ...loser.absorbed];
      const identifiers = [...before.identifiers, ...loser.identifiers];
      profiles.delete(loser.umid);
      redirects.set(loser.umid, before.umid);
      merges.set(before.umid, [...(merges.get(before.umid) ?? []), { loser, before }]);
      const merged = put({ ...before, absorbed, identifiers, permissions: last.permissions });
      warn(merged, 'profile.merged', { absorbed: [loser.umid, ...loser.absorbed], everAbsorbed: absorbed });
    },
    unmerge(person) {
      const merged = living(umids[person]!);
      const last = merged === null ? undefined : merges.get(merged.umid)?.pop();
      if (merged === null || last === undefined) return;
      const { loser, before } = last;
      const withdrawn = merged.permissions[PERMISSION]?.granted === false;
      redirects.delete(loser.umid);
      const survivor = put({ ...before, version: merged.version });
      // The redirect that stood in its place had a version: no two states of a profile share one.
      const freed = put({ ...loser, version: loser.version + 1 });
      const both = [survivor, freed].map((one) => (withdrawn ? withPermission(one, false) : one));
      for (const one of both) profiles.set(one.umid, one);
      warn(survivor, 'profile.unmerged', { restored: loser.umid });
      warn(freed, 'profile.unmerged', { from: survivor.umid });
    },
    erase(person) {
      const profile = living(umids[person]!);
      if (profile === null) return;
      for (const umid of [profile.umid, ...profile.absorbed]) {
        profiles.delete(umid);
        redirects.delete(umid);
        merges.delete(umid);
      }
      warn({ ...profile, version: profile.version + 1 }, 'profile.erased', { absorbed: profile.absorbed });
    },
  };
};

const decidedAt = ({ permissions }: Profile): number => permissions[PERMISSION]?.modifiedAt ?? -1;
