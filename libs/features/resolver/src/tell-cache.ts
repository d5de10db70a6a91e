import { mergesIn, type Commit, type Decision, type Umdid } from '@kith/domain/identity';
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
    Array.from(requiredPermissions, (name) => [name, profile.permissions[name]?.granted === true]),
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
  await Promise.all(mergesIn(commit).map(({ umid }) => cache.redirect(scope, umid)));
  await cache.remember(scope, umdid, entry);
};
