import { absorbedIn, isReplayOf, isSameHead, type ReplayedConsent } from '@kith/domain/consent';
import type { Profile, Umid } from '@kith/domain/identity';
import type { ConsentVerdict, ProfileStore, Scope } from '@kith/ports';
import { brokenAt, followChain, type Broken, type Followed, type ChainDeps } from './follow-chain.ts';

export interface VerifyConsentDeps extends ChainDeps {
  readonly profiles: ProfileStore;
}

/**
 * Checks the consent history of a profile: its chain from the first entry to the one that the profile knows as its last,
 * the chains of what it has absorbed, and that the profile holds what they say. A profile that changes meanwhile is
 * looked at again.
 */
export const verifyProfile = async (
  deps: VerifyConsentDeps,
  scope: Scope,
  profile: Profile,
): Promise<ConsentVerdict> => {
  const verdict = await verifyOnce(deps, scope, profile);
  if (verdict.kind !== 'broken') return verdict;
  const now = await deps.profiles.stored(scope, profile.umid);
  if (now === null) return { kind: 'unknown' };
  if (now.kind === 'profile')
    return now.version === profile.version ? verdict : verifyProfile(deps, scope, now);
  const [found] = (await deps.profiles.load(scope, { umids: [profile.umid] })).profiles;
  return found === undefined ? { kind: 'unknown' } : verifyProfile(deps, scope, found.profile);
};

const verifyOnce = async (
  deps: VerifyConsentDeps,
  scope: Scope,
  profile: Profile,
): Promise<ConsentVerdict> => {
  const { umid, consentHead } = profile;
  const length = consentHead?.sequence ?? 0;
  const followed = await followChain(deps, scope, umid, length);
  if (followed.kind === 'broken') return followed;
  if (!isSameHead(followed.head, consentHead)) return brokenAt(umid, length, 'profileDiffers');
  const beyond =
    (await whatFollows(deps, scope, umid, length)) ?? (await openEnd(deps, scope, followed.state));
  if (beyond !== null) return beyond;
  return holds(profile, followed)
    ? { kind: 'intact', umid, entries: followed.entries }
    : brokenAt(umid, Math.max(1, length), 'profileDiffers');
};

/** What was absorbed gets no entry any more, until it lives again. */
const openEnd = async (
  deps: VerifyConsentDeps,
  scope: Scope,
  { merges }: ReplayedConsent,
): Promise<Broken | null> => {
  for (const [umid, { loser, loserHead }] of merges) {
    const beyond =
      (await whatFollows(deps, scope, umid as Umid, loserHead?.sequence ?? 0)) ??
      (await openEnd(deps, scope, loser));
    if (beyond !== null) return beyond;
  }
  return null;
};

const whatFollows = async (
  { consentHistory }: VerifyConsentDeps,
  scope: Scope,
  umid: Umid,
  after: number,
): Promise<Broken | null> => {
  const [next] = await consentHistory.entries(scope, umid, { order: 'oldestFirst', after, limit: 1 });
  return next === undefined ? null : brokenAt(umid, next.sequence, 'beyondHead');
};

const holds = (profile: Profile, { state }: Followed): boolean => {
  const absorbed = new Set<string>(profile.absorbed);
  const inChain = absorbedIn(state);
  return (
    isReplayOf(state, profile) &&
    inChain.length === absorbed.size &&
    inChain.every((umid) => absorbed.has(umid))
  );
};
