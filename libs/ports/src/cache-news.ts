import { mergesIn, strongestOf, typeHere, type Commit, type Profile } from '@kith/domain/identity';
import type { AccountRules } from '@kith/domain/pipeline';
import type { CacheEntry, CacheNews, KnownDevice, KnownProfile } from './umid-cache.ts';

/** What decides what the cache keeps of a profile. */
export interface CacheRules {
  readonly account: AccountRules;
  /** The permissions that some pipeline of the account requires. */
  readonly required: ReadonlySet<string>;
}

/** The entry of a device. */
export const knownDevice = ({ umdid, umid, identifiedBy, bindingVersion }: KnownDevice): KnownDevice => ({
  umdid,
  umid,
  identifiedBy,
  bindingVersion,
});

/** The entry of a profile. */
export const knownProfile = (
  { account, required }: CacheRules,
  { umid, state, identifiers, permissions, version }: Profile,
): KnownProfile => ({
  umid,
  state,
  strongest: strongestOf(account, identifiers),
  permissions: Object.fromEntries(
    Array.from(required, (name) => [name, permissions[name]?.granted === true]),
  ),
  version,
});

/**
 * What a commit changes for visitors: the profiles that were there before, and the umids that were absorbed. Of a profile
 * that it brings into being no entry can be there.
 */
export const newsOfCommit = (
  rules: CacheRules,
  commit: Commit,
): Required<Pick<CacheNews, 'changed' | 'redirected'>> => ({
  changed: commit.profiles.flatMap(({ value, expected }) =>
    value.kind === 'profile' && expected !== null ? [knownProfile(rules, value)] : [],
  ),
  redirected: mergesIn(commit).map(({ umid }) => umid),
});

/** What the edge knows of a device at its profile. */
export const knownTogether = (
  { umid, identifiedBy, bindingVersion }: Omit<KnownDevice, 'umdid'>,
  { state, strongest, permissions, version }: Omit<KnownProfile, 'umid'>,
): CacheEntry => ({
  umid,
  state,
  type: typeHere(state, identifiedBy, strongest),
  permissions,
  bindingVersion,
  profileVersion: version,
});
