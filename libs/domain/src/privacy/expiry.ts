import type { EpochMs } from '../epoch.ts';
import type { ChangeEvent } from '../identity/model/change-event.ts';
import type { Profile } from '../identity/model/profile.ts';
import type { ActivitySum } from '../tracking/activity.ts';

/** What time has come to for a living profile. */
export type ExpiryDecision =
  | { readonly kind: 'expired'; readonly change: ChangeEvent }
  /** It was seen at that time, which is not long enough ago. */
  | { readonly kind: 'seenLater'; readonly at: EpochMs }
  /** As it stands it stays, however long it is not seen. */
  | { readonly kind: 'kept' };

/**
 * Whether nothing but its last sight keeps a profile: a visitor without an identifier, whatever its kind, and without
 * a granted permission (docs/behaviour.md#expiry).
 */
export const mayExpire = ({
  state,
  identifiers,
  permissions,
}: Pick<Profile, 'state' | 'identifiers' | 'permissions'>): boolean =>
  state === 'visitor' &&
  identifiers.length === 0 &&
  Object.values(permissions).every(({ granted }) => !granted);

/** When a profile was last seen, by the resolver or by an event under one of its umids. */
export const lastSightOf = (
  { lastSeenAt }: Pick<Profile, 'lastSeenAt'>,
  activities: Iterable<ActivitySum>,
): EpochMs =>
  Math.max(
    lastSeenAt,
    ...Array.from(activities, ({ lastReceivedAt, lastEventAt }) => lastReceivedAt ?? lastEventAt),
  );

/** Decides whether a profile expires: what was last seen before `seenBefore`, and nothing else keeps, does. */
export const decideExpiry = (
  profile: Profile,
  activities: Iterable<ActivitySum>,
  seenBefore: EpochMs,
  now: EpochMs,
): ExpiryDecision => {
  if (!mayExpire(profile)) return { kind: 'kept' };
  const at = lastSightOf(profile, activities);
  return at < seenBefore
    ? { kind: 'expired', change: expiredChange(profile, now) }
    : { kind: 'seenLater', at };
};

/** For whoever has a copy: all umids of the visitor, and nothing else. */
const expiredChange = ({ umid, absorbed, version }: Profile, at: EpochMs): ChangeEvent => ({
  id: `${umid}:${version + 1}:expired:${at}:0`,
  type: 'profile.expired',
  umid,
  profileVersion: version + 1,
  at,
  detail: { absorbed },
});
