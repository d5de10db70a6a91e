import type { Identifier, Profile } from '@kith/domain/identity';
import type { Keyring } from '@kith/platform';
import type {
  AccountRulesOf,
  ConsentAdministration,
  ConsentHistory,
  ConsentVerdict,
  ConsentVerdicts,
  ErasureStore,
  ProfileStore,
  Scope,
} from '@kith/ports';
import { findPerson } from './find-person.ts';
import { hideErased } from './hide-erased.ts';
import { readHistory } from './read-history.ts';
import { verifyProfile, type Verifying } from './verify-profile.ts';

/** What administrators' calls about consent take. */
export interface ConsentAdministrationNeeds {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly rulesOf: AccountRulesOf;
  readonly privacy: Pick<ErasureStore, 'suppressed'>;
  /** Holds the secrets `chain` and `suppression`. */
  readonly keyring: Keyring;
}

/** What an administrator asks about consent, on the store itself. An account that is not configured is a 400. */
export const createConsentAdministration = (needs: ConsentAdministrationNeeds): ConsentAdministration => {
  const find = (scope: Scope, person: Identifier): Promise<Profile | null> =>
    findPerson(needs.profiles, scope, needs.rulesOf(scope), person);
  return {
    history: async (scope, { person, ...page }) => {
      const profile = await find(scope, person);
      if (profile === null) return UNKNOWN;
      const found = await readHistory(needs.consentHistory, scope, profile, page);
      return found.kind === 'page'
        ? { ...found, entries: await hideErased(needs, scope, found.entries) }
        : found;
    },
    verify: async (scope, { person }) => {
      const profile = await find(scope, person);
      return profile === null ? UNKNOWN : verifyProfile(needs, scope, profile);
    },
    verifyAll: async (scope, { after, limit }) => {
      needs.rulesOf(scope);
      const stored = await needs.consentHistory.profiles(scope, after, limit);
      const living = stored.filter((one) => one.kind === 'profile');
      const verdicts = await verifyEach(needs, scope, living);
      return { ...verdicts, next: stored.length < limit ? null : (stored.at(-1)?.umid ?? null) };
    },
  };
};

const UNKNOWN = { kind: 'unknown' } as const;

const verifyEach = async (
  parts: Verifying,
  scope: Scope,
  profiles: readonly Profile[],
): Promise<Omit<ConsentVerdicts, 'next'>> => {
  const verdicts: ConsentVerdict[] = [];
  for (const profile of profiles) verdicts.push(await verifyProfile(parts, scope, profile));
  return {
    profiles: profiles.length,
    entries: verdicts.reduce((sum, verdict) => sum + (verdict.kind === 'intact' ? verdict.entries : 0), 0),
    broken: verdicts.filter((verdict) => verdict.kind === 'broken'),
  };
};
