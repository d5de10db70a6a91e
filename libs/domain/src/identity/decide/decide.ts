import type { AccountRules } from '../../pipeline/account-rules.ts';
import { refreshed } from '../draft/attach.ts';
import { EMPTY_COMMIT, isEmptyCommit, type Commit } from '../model/commit.ts';
import { applyConsent } from '../draft/consent.ts';
import { hasDoneCall, hasRetryKey, withDoneCall, withRetryKey } from '../draft/device.ts';
import { change, openDraft, settledDevice, targetOf, type Draft } from '../draft/draft.ts';
import { commitOf, committedProfile, withDeviceOf } from '../draft/finish.ts';
import { join } from './join.ts';
import type { Device, IdentificationType, Profile } from '../model/profile.ts';
import { RETRIED, settle, type DecisionRow } from '../rules/identity-rules.ts';
import type { Claim, DecisionInput } from '../model/decision-input.ts';
import { identificationType } from '../model/strength.ts';
import { withoutKeeping } from './without-keeping.ts';

/** What a request comes to: who answers, and what is to be written before the answer. */
export interface Decision {
  /** The row of the table that settled it, or that the request had been seen before. */
  readonly row: DecisionRow;
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
export const decide = (given: DecisionInput): Decision => {
  const decision = decideKept(given);
  const { keepingRequires: required = null } = given;
  if (required === null || decision.row === RETRIED.row || isGranted(decision.profile, required))
    return decision;
  return { ...decision, ...withoutKeeping(given, decision.profile.umid) };
};

const isGranted = ({ permissions }: Profile, name: string): boolean => permissions[name]?.granted === true;

const decideKept = (given: DecisionInput): Decision => {
  const input = { ...given, claims: given.claims.filter((claim) => isUsable(given.account, claim)) };
  if (wasTaken(input)) return presentState(input);
  const draft = openDraft(input);
  const row = settle(draft);
  for (const claim of joining(draft)) join(draft, claim);
  applyConsent(draft, input.consent);
  markSeen(draft);
  return decisionOf(draft, row);
};

const wasTaken = ({ device, retryKeys, callId, now }: DecisionInput): boolean =>
  hasRetryKey(device, retryKeys, now) || hasDoneCall(device, callId);

/** `profileId` is a key that nobody can create: unknown, it is ignored; so is a name that left the configuration. */
const isUsable = (account: AccountRules, { name, owner }: Claim): boolean =>
  name === 'profileId' ? owner !== null : account.identifiers.has(name);

/** `profileId` finds a profile and is never one of its identifiers. */
const joining = ({ input }: Draft): readonly Claim[] =>
  input.claims.filter(({ name }) => name !== 'profileId');

const markSeen = (draft: Draft): void => {
  const { now, retryKeys } = draft.input;
  const target = targetOf(draft);
  const lastSeenAt = refreshed(target.lastSeenAt, now);
  if (lastSeenAt !== target.lastSeenAt) change(draft, target.umid, { lastSeenAt });
  if (draft.device === null) return;
  const lastSeen = refreshed(draft.device.lastSeen, now);
  if (lastSeen !== draft.device.lastSeen) draft.device = { ...draft.device, lastSeen };
  draft.device = withRetryKey(draft.device, retryKeys, now);
};

const decisionOf = (draft: Draft, row: DecisionRow): Decision => {
  const commit = commitOnce(draft);
  const profile = committedProfile(commit, targetOf(draft));
  const device = commit.devices[0]?.value ?? draft.device;
  if (device === null) throw new Error('a decision left the device without a profile');
  const type = identificationType(draft.input.account, device, profile);
  return { row, profile, device, type, commit, isKept: true };
};

/** What changes something is remembered with the call's id; what does not may be decided as often as it comes. */
const commitOnce = (draft: Draft): Commit => {
  const commit = commitOf(draft);
  const { callId, now } = draft.input;
  if (callId === undefined || draft.device === null || isEmptyCommit(commit)) return commit;
  draft.device = withDoneCall(draft.device, callId, now);
  return withDeviceOf(commit, draft);
};

const presentState = ({ account, device, current }: DecisionInput): Decision => {
  if (device === null || current === null) throw new Error('a device with a retry key has a profile');
  const type = identificationType(account, settledDevice({ device, current }), current);
  return { row: RETRIED.row, profile: current, device, type, commit: EMPTY_COMMIT, isKept: true };
};
