import type { ConsentEntry } from '../../consent/consent.ts';
import type { ChangeType } from '../model/change-event.ts';
import type { IdentifierPut, Put, Release, SharedHolding } from '../model/commit.ts';
import type { ProfileId, Umid } from '../model/ids.ts';
import type { Device, Link, Profile, Redirect } from '../model/profile.ts';
import { settleDevice } from '../model/device-trail.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';

/** A profile being decided about, beside what the store holds of it (null: nothing yet). */
interface WorkingProfile {
  readonly stored: Profile | null;
  profile: Profile;
}

interface PendingChange {
  readonly type: ChangeType;
  readonly umid: Umid;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * The state of one decision while its rules are applied one after the other. It is private to that decision:
 * whoever calls `decide` sees values go in and values come out.
 */
export interface Draft {
  readonly input: DecisionInput;
  readonly profiles: Map<Umid, WorkingProfile>;
  readonly redirects: Map<Umid, Redirect>;
  /** Redirects of earlier merges that lose their journal. */
  readonly forgotten: Put<Redirect>[];
  identifiers: readonly IdentifierPut[];
  readonly released: Release[];
  readonly shared: SharedHolding[];
  readonly links: Link[];
  readonly consent: ConsentEntry[];
  readonly changes: PendingChange[];
  readonly storedDevice: Device | null;
  /** The device as it will be; null until something binds it. */
  device: Device | null;
  /**
   * A visitor whom an earlier answer named by its derived umid, but whose first visit is still on its way through the
   * log. It takes part in the decision, and is stored only if it comes to matter.
   */
  readonly implied: Umid | null;
  /** The umid of the profile that answers; null until a rule has settled it. */
  target: Umid | null;
}

/** Opens the draft with all profiles that the input knows. */
export const openDraft = (given: DecisionInput): Draft => {
  const input = { ...given, device: settledDevice(given) };
  const profiles = new Map<Umid, WorkingProfile>();
  const implied = impliedVisitor(input);
  if (implied !== null) profiles.set(implied.umid, { stored: null, profile: implied });
  for (const profile of [input.current, ...input.claims.map(({ owner }) => owner)]) {
    if (profile !== null) profiles.set(profile.umid, { stored: profile, profile });
  }
  return {
    input,
    profiles,
    redirects: new Map(),
    forgotten: [],
    identifiers: [],
    released: [],
    shared: [],
    links: [],
    consent: [],
    changes: [],
    storedDevice: given.device,
    device: input.device,
    implied: implied?.umid ?? null,
    target: null,
  };
};

/** Merges, and what undid them, have led the device where it is now. */
export const settledDevice = ({
  device,
  current,
}: Pick<DecisionInput, 'device' | 'current'>): Device | null =>
  device === null || current === null ? device : settleDevice(device, current);

/** The device's profile (C): as stored, or the visitor that an earlier answer implied. */
export const currentIn = ({ input, implied, profiles }: Draft): Profile | null =>
  input.current ?? (implied === null ? null : (profiles.get(implied)?.profile ?? null));

const impliedVisitor = ({ current, freshDevice, firstUmid, newProfileIds, pipeline, now }: DecisionInput) =>
  current === null && !freshDevice ? newVisitor(firstUmid, newProfileIds[0], pipeline, now) : null;

/** The profile of a umid as the draft has it now, merges of this very decision followed. */
export const profileIn = (draft: Draft, umid: Umid): Profile => {
  const redirect = draft.redirects.get(umid);
  if (redirect !== undefined) return profileIn(draft, redirect.to);
  const working = draft.profiles.get(umid);
  if (working === undefined) throw new Error('a decision met a umid that was not loaded');
  return working.profile;
};

/** The profile that answers. */
export const targetOf = (draft: Draft): Profile => {
  if (draft.target === null) throw new Error('no rule has settled which profile answers');
  return profileIn(draft, draft.target);
};

/** The owner of a claim as the draft has it now. */
export const ownerOf = (draft: Draft, claim: Claim): Profile | null =>
  claim.owner === null ? null : profileIn(draft, claim.owner.umid);

/** Replaces members of a profile. */
export const change = (draft: Draft, umid: Umid, members: Partial<Profile>): void => {
  const working = draft.profiles.get(umid);
  if (working === undefined) throw new Error('a decision changed a umid that was not loaded');
  working.profile = { ...working.profile, ...members };
};

/** Reports something for the world outside. */
export const report = (
  draft: Draft,
  type: ChangeType,
  umid: Umid,
  detail: Readonly<Record<string, unknown>> = {},
): void => {
  draft.changes.push({ type, umid, detail });
};

/** Makes an identifier belong to a profile. */
export const give = (draft: Draft, put: IdentifierPut): void => {
  draft.identifiers = [...draft.identifiers, put];
};

/** Brings a visitor's profile into being; identifiers make it a customer. */
export const addProfile = (draft: Draft, umid: Umid, profileId: ProfileId): Profile => {
  const profile = newVisitor(umid, profileId, draft.input.pipeline, draft.input.now);
  draft.profiles.set(umid, { stored: null, profile });
  give(draft, { name: 'profileId', value: profileId, umid, expected: null });
  report(draft, 'profile.created', umid, { source: draft.input.pipeline });
  return profile;
};

/** A visitor's profile before anything is known of it. */
export const newVisitor = (umid: Umid, profileId: ProfileId, source: string, at: number): Profile => ({
  kind: 'profile',
  umid,
  profileId,
  state: 'visitor',
  source,
  createdAt: at,
  changedAt: at,
  lastSeenAt: at,
  version: 0,
  identifiers: [],
  formerIdentifiers: [],
  permissions: {},
  acknowledged: [],
  recentAcknowledgements: [],
  consentHead: null,
  absorbed: [],
});
