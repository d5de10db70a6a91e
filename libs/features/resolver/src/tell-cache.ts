import { isEmptyCommit, type Decision } from '@kith/domain/identity';
import {
  knownDevice,
  knownProfile,
  knownTogether,
  newsOfCommit,
  type CacheEntry,
  type CacheRules,
  type Scope,
  type UmidCache,
} from '@kith/ports';

type Decided = Pick<Decision, 'profile' | 'device' | 'type' | 'commit' | 'isKept'>;

/**
 * Tells the cache of a decision whose commit is through: the profile that answers, once for all its devices, the device,
 * and what else the commit has changed. What was only read is kept as well, and need not arrive.
 */
export const tellCache = (
  cache: UmidCache,
  scope: Scope,
  rules: CacheRules,
  decision: Decided,
): Promise<void> => {
  const { profile, commit } = decision;
  const answering = {
    devices: isAtItsProfile(decision) ? [knownDevice(decision.device)] : [],
    profiles: isKnown(decision) ? [knownProfile(rules, profile)] : [],
  };
  if (isEmptyCommit(commit)) return cache.remember(scope, answering);
  const { changed, redirected } = newsOfCommit(rules, commit);
  const others = changed.filter(({ umid }) => umid !== profile.umid);
  return cache.tell(scope, { ...answering, changed: others, redirected });
};

/**
 * A visitor who is not stored is not remembered, where the pipeline waits for a permission; one whose first visit is on
 * its way is.
 */
const isKnown = ({ isKept, profile }: Decided): boolean => isKept || profile.version > 0;

/**
 * A device that is not stored is not remembered either where the pipeline waits for a permission. One that merges, or
 * what undid them, have led elsewhere than it stands, must come to the resolver until it has been led there for good.
 */
const isAtItsProfile = ({ isKept, device, profile }: Decided): boolean =>
  (isKept || device.bindingVersion > 0) && device.umid === profile.umid;

/** What the edge gets with the answer, as it would find it in the cache. */
export const entryOf = (rules: CacheRules, { profile, device, type }: Decided): CacheEntry => ({
  ...knownTogether(device, knownProfile(rules, profile)),
  umid: profile.umid,
  type,
});
