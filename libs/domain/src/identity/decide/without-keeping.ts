import { isEmptyConsent } from '../../consent/record-consent.ts';
import { EMPTY_COMMIT, type Commit } from '../model/commit.ts';
import { applyConsent } from '../draft/consent.ts';
import { withDoneCall, withRetryKey } from '../draft/device.ts';
import { newVisitor, openDraft } from '../draft/draft.ts';
import { commitOf, committedProfile } from '../draft/finish.ts';
import type { Umid } from '../model/ids.ts';
import type { Device, IdentificationType, Profile } from '../model/profile.ts';
import type { DecisionInput } from '../model/decision-input.ts';
import { identificationType } from '../model/strength.ts';

/** What a request comes to where nothing of it may be kept. */
export interface Unkept {
  readonly profile: Profile;
  readonly device: Device;
  readonly type: IdentificationType;
  readonly commit: Commit;
  readonly isKept: false;
}

/**
 * The answer under a umid without the permission that the pipeline waits for
 * (docs/behaviour.md#a-cookie-that-waits-for-a-permission): no profile, device or identifier is stored. A profile that
 * is stored already answers as it is, and what the person says of consent is recorded on it: a withdrawal must hold,
 * and be provable.
 */
export const withoutKeeping = (input: DecisionInput, umid: Umid): Unkept => {
  const { account, pipeline, now, newProfileIds } = input;
  const stored = storedProfile(input, umid);
  const commit = stored === null ? EMPTY_COMMIT : consentCommit(input, stored);
  const profile = committedProfile(commit, stored ?? newVisitor(umid, newProfileIds[0], pipeline, now));
  const device = commit.devices[0]?.value ?? deviceAt(input, profile.umid);
  return { profile, device, type: identificationType(account, device, profile), commit, isKept: false };
};

const storedProfile = ({ current, claims }: DecisionInput, umid: Umid): Profile | null =>
  [current, ...claims.map(({ owner }) => owner)].find((profile) => profile?.umid === umid) ?? null;

/** The request's own device where it is known there; else one that nobody will see again. */
const deviceAt = ({ device, umdid, now }: DecisionInput, umid: Umid): Device =>
  device !== null && device.umid === umid
    ? device
    : { umdid, umid, identifiedBy: 0, bindingVersion: 0, firstSeen: now, lastSeen: now, retryKeys: [] };

const consentCommit = (input: DecisionInput, stored: Profile): Commit => {
  const { consent, claims, device, retryKeys, callId, now } = input;
  if (isEmptyConsent(consent)) return EMPTY_COMMIT;
  const draft = openDraft({
    ...input,
    claims: claims.filter(({ owner }) => owner?.umid === stored.umid),
  });
  draft.target = stored.umid;
  draft.device = device === null ? null : withDoneCall(withRetryKey(device, retryKeys, now), callId, now);
  applyConsent(draft, consent);
  return commitOf(draft);
};
