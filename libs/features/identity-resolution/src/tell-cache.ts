import type { Commit, Decision, Umdid } from '@kith/domain/identity';
import type { CacheEntry, Scope, UmidCache } from '@kith/ports';

/** What the edge may keep of a decision, until it hears of a newer one. */
export const entryOf = (
  { profile, device, type }: Decision,
  requiredPermissions: ReadonlySet<string>,
): CacheEntry => ({
  umid: profile.umid,
  state: profile.state,
  type,
  permissions: Object.fromEntries(
    Object.entries(profile.permissions)
      .filter(([name]) => requiredPermissions.has(name))
      .map(([name, { granted }]) => [name, granted]),
  ),
  bindingVersion: device.bindingVersion,
  profileVersion: profile.version,
});

/** After a commit the edge learns of it: umids that were absorbed, then the device's entry. */
export const tellCache = async (
  cache: UmidCache,
  scope: Scope,
  umdid: Umdid,
  entry: CacheEntry,
  commit: Commit,
): Promise<void> => {
  const absorbed = commit.profiles.filter(({ value }) => value.kind === 'redirect');
  await Promise.all(absorbed.map(({ value }) => cache.redirect(scope, value.umid)));
  await cache.remember(scope, umdid, entry);
};
