import type { AccountRules } from '../pipeline/account-rules.ts';
import { refreshed } from './attach.ts';
import type { Commit } from './commit.ts';
import { EMPTY_COMMIT } from './commit.ts';
import { applyConsent } from './consent.ts';
import { hasRetryKey, withRetryKey } from './device.ts';
import { change, openDraft, settledDevice, targetOf } from './draft.ts';
import type { Draft } from './draft.ts';
import { commitOf, committedProfile } from './finish.ts';
import { join } from './join.ts';
import type { Device, IdentificationType, Profile } from './profile.ts';
import { settle } from './settle.ts';
import type { Row } from './settle.ts';
import type { Claim, Situation } from './situation.ts';
import { identificationType } from './strength.ts';
import { withoutKeeping } from './without-keeping.ts';

/** What a request comes to: who answers, and what is to be written before the answer. */
export interface Decision {
  /** The row of the table that settled it; `retried` where the request had been seen before. */
  readonly row: Row | 'retried';
  /** As it will be once the commit is through. */
  readonly profile: Profile;
  readonly device: Device;
  readonly type: IdentificationType;
  readonly commit: Commit;
  /** false: without the permission that the pipeline waits for the device must not be remembered. */
  readonly isKept: boolean;
}

/**
 * Decides who answers a request and what changes: identity, then consent, all in one commit
 * (docs/behaviour.md#3-identity). Where the pipeline waits for a permission that the profile would not have, identity
 * changes nothing.
 */
export const decide = (given: Situation): Decision => {
  const decision = decideKept(given);
  const { keepingRequires: required = null } = given;
  if (required === null || decision.row === 'retried' || isGranted(decision.profile, required))
    return decision;
  return { ...decision, ...withoutKeeping(given, decision.profile.umid) };
};

const isGranted = ({ permissions }: Profile, name: string): boolean => permissions[name]?.granted === true;

const decideKept = (given: Situation): Decision => {
  const situation = { ...given, claims: given.claims.filter((claim) => isUsable(given.account, claim)) };
  if (hasRetryKey(situation.device, situation.retryKeys, situation.now)) return presentState(situation);
  const draft = openDraft(situation);
  const row = settle(draft);
  for (const claim of joining(draft)) join(draft, claim);
  applyConsent(draft, situation.consent);
  markSeen(draft);
  return decisionOf(draft, row);
};

/** `profileId` is a key that nobody can create: unknown, it is ignored; so is a name that left the configuration. */
const isUsable = (account: AccountRules, { name, owner }: Claim): boolean =>
  name === 'profileId' ? owner !== null : account.identifiers.has(name);

/** `profileId` finds a profile and is never one of its identifiers. */
const joining = ({ situation }: Draft): readonly Claim[] =>
  situation.claims.filter(({ name }) => name !== 'profileId');

const markSeen = (draft: Draft): void => {
  const { now, retryKeys } = draft.situation;
  const target = targetOf(draft);
  const lastSeenAt = refreshed(target.lastSeenAt, now);
  if (lastSeenAt !== target.lastSeenAt) change(draft, target.umid, { lastSeenAt });
  if (draft.device === null) return;
  const lastSeen = refreshed(draft.device.lastSeen, now);
  if (lastSeen !== draft.device.lastSeen) draft.device = { ...draft.device, lastSeen };
  draft.device = withRetryKey(draft.device, retryKeys, now);
};

const decisionOf = (draft: Draft, row: Row): Decision => {
  const commit = commitOf(draft);
  const profile = committedProfile(commit, targetOf(draft));
  const device = commit.devices[0]?.value ?? draft.device;
  if (device === null) throw new Error('a decision left the device without a profile');
  const type = identificationType(draft.situation.account, device, profile);
  return { row, profile, device, type, commit, isKept: true };
};

const presentState = ({ account, device, current }: Situation): Decision => {
  if (device === null || current === null) throw new Error('a device with a retry key has a profile');
  const type = identificationType(account, settledDevice({ device, current }), current);
  return { row: 'retried', profile: current, device, type, commit: EMPTY_COMMIT, isKept: true };
};
