import { isEmptyConsent } from '../consent/record-consent.ts';
import { EMPTY_COMMIT } from './commit.ts';
import type { Commit } from './commit.ts';
import { applyConsent } from './consent.ts';
import { withRetryKey } from './device.ts';
import { newVisitor, openDraft } from './draft.ts';
import { commitOf, committedProfile } from './finish.ts';
import type { Umid } from './ids.ts';
import type { Device, IdentificationType, Profile } from './profile.ts';
import type { Situation } from './situation.ts';
import { identificationType } from './strength.ts';

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
export const withoutKeeping = (situation: Situation, umid: Umid): Unkept => {
  const { account, pipeline, now, newProfileIds } = situation;
  const stored = storedProfile(situation, umid);
  const commit = stored === null ? EMPTY_COMMIT : consentCommit(situation, stored);
  const profile = committedProfile(commit, stored ?? newVisitor(umid, newProfileIds[0], pipeline, now));
  const device = commit.devices[0]?.value ?? deviceAt(situation, profile.umid);
  return { profile, device, type: identificationType(account, device, profile), commit, isKept: false };
};

const storedProfile = ({ current, claims }: Situation, umid: Umid): Profile | null =>
  [current, ...claims.map(({ owner }) => owner)].find((profile) => profile?.umid === umid) ?? null;

/** The request's own device where it is known there; else one that nobody will see again. */
const deviceAt = ({ device, umdid, now }: Situation, umid: Umid): Device =>
  device !== null && device.umid === umid
    ? device
    : { umdid, umid, identifiedBy: 0, bindingVersion: 0, firstSeen: now, lastSeen: now, retryKeys: [] };

const consentCommit = (situation: Situation, stored: Profile): Commit => {
  const { consent, claims, device, retryKeys, now } = situation;
  if (isEmptyConsent(consent)) return EMPTY_COMMIT;
  const draft = openDraft({
    ...situation,
    claims: claims.filter(({ owner }) => owner?.umid === stored.umid),
  });
  draft.target = stored.umid;
  draft.device = device === null ? null : withRetryKey(device, retryKeys, now);
  applyConsent(draft, consent);
  return commitOf(draft);
};
