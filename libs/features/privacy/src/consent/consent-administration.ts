import { bucketOf } from '@kith/domain/consent';
import type { Identifier, Profile, Umid } from '@kith/domain/identity';
import type { Keyring } from '@kith/platform';
import type {
  AccountRulesOf,
  ConsentAdministration,
  ConsentCursor,
  ConsentHistory,
  ConsentPage,
  ConsentVerdict,
  ConsentVerdicts,
  ErasureStore,
  ListedConsentEntry,
  ProfileStore,
  Scope,
} from '@kith/ports';
import { findPerson } from './find-person.ts';
import { hideErased } from './hide-erased.ts';
import type { HeadsTallied } from '../heads/tallied-stores.ts';
import { verifyBucket, verifyHeads } from './verify-heads.ts';
import { verifyProfile, type VerifyConsentDeps } from './verify-profile.ts';

const UNKNOWN = { kind: 'unknown' } as const;

export interface ConsentAdministrationDeps {
  readonly profiles: ProfileStore;
  readonly consentHistory: ConsentHistory;
  readonly rulesOf: AccountRulesOf;
  readonly privacy: Pick<ErasureStore, 'suppressed'>;
  readonly headsTallied: HeadsTallied;
  /** Holds the secrets `chain` and `suppression`. */
  readonly keyring: Keyring;
}

/** What an administrator asks about consent, on the store itself. An account that is not configured is a 400. */
export const createConsentAdministration = (deps: ConsentAdministrationDeps): ConsentAdministration => {
  const find = (scope: Scope, person: Identifier): Promise<Profile | null> =>
    findPerson(deps.profiles, scope, deps.rulesOf(scope), person);
  return {
    history: async (scope, { person, ...page }) => {
      const profile = await find(scope, person);
      if (profile === null) return UNKNOWN;
      const found = await readHistory(deps.consentHistory, scope, profile, page);
      return found.kind === 'page'
        ? { ...found, entries: await hideErased(deps, scope, found.entries) }
        : found;
    },
    verify: async (scope, { person }) => {
      const profile = await find(scope, person);
      if (profile === null) return UNKNOWN;
      const verdict = await verifyProfile(deps, scope, profile);
      if (verdict.kind !== 'intact') return verdict;
      await deps.headsTallied(scope.account);
      const [found] = await verifyBucket(deps, scope, bucketOf(verdict.umid));
      return found === undefined ? verdict : { kind: 'bucketBroken', umid: verdict.umid, ...found };
    },
    verifyAll: async (scope, { after, limit }) => {
      deps.rulesOf(scope);
      const stored = await deps.consentHistory.profiles(scope, after, limit);
      const living = stored.filter((one) => one.kind === 'profile');
      const verdicts = await verifyEach(deps, scope, living);
      return { ...verdicts, next: stored.length < limit ? null : (stored.at(-1)?.umid ?? null) };
    },
    verifyHeads: async (scope, page) => {
      deps.rulesOf(scope);
      await deps.headsTallied(scope.account);
      return verifyHeads(deps, scope, page);
    },
  };
};

const verifyEach = async (
  deps: VerifyConsentDeps,
  scope: Scope,
  profiles: readonly Profile[],
): Promise<Omit<ConsentVerdicts, 'next'>> => {
  const verdicts: ConsentVerdict[] = [];
  for (const profile of profiles) verdicts.push(await verifyProfile(deps, scope, profile));
  return {
    profiles: profiles.length,
    entries: verdicts.reduce((sum, verdict) => sum + (verdict.kind === 'intact' ? verdict.entries : 0), 0),
    broken: verdicts.filter((verdict) => verdict.kind === 'broken'),
  };
};

/** Which part of a history is wanted. */
interface WantedPage {
  readonly after: ConsentCursor | null;
  readonly limit: number;
}

/**
 * The consent history of a profile: its own chain, newest entry first, then the chains of what it has absorbed, each
 * newest first. Whoever goes on behind an entry meets each later one once, also when entries arrive meanwhile: those
 * lie before the cursor, and what a merge brings comes last.
 */
const readHistory = async (
  history: ConsentHistory,
  scope: Scope,
  { umid, absorbed }: Profile,
  { after, limit }: WantedPage,
): Promise<ConsentPage> => {
  const entries: ListedConsentEntry[] = [];
  for (const [chain, from] of chainsFrom([umid, ...absorbed], after)) {
    if (entries.length === limit) break;
    const range = { order: 'newestFirst', after: from, limit: limit - entries.length } as const;
    const standing = await history.entries(scope, chain, range);
    entries.push(...standing.map((one) => ({ umid: chain, ...one })));
  }
  return { kind: 'page', umid, entries, next: cursorAt(entries, limit) };
};

/** A chain that has gone since (an unmerge took it along) has no rest; the others are begun again. */
const chainsFrom = (
  umids: readonly Umid[],
  after: ConsentCursor | null,
): readonly (readonly [umid: Umid, after: number | null])[] => {
  const begun = after === null ? -1 : umids.indexOf(after.umid);
  return umids.slice(Math.max(0, begun)).map((umid) => [umid, umid === after?.umid ? after.sequence : null]);
};

const cursorAt = (entries: readonly ListedConsentEntry[], limit: number): ConsentCursor | null => {
  const last = entries.at(-1);
  if (last === undefined || entries.length < limit) return null;
  return { umid: last.umid, sequence: last.sequence };
};
