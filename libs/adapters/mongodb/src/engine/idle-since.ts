import type { StoredProfile } from '@kith/domain/identity';
import { mayExpire } from '@kith/domain/privacy';
import type { LivingDocument } from './documents.ts';

/** From when on a profile is idle, where nothing but its last sight keeps it. */
export const idleSinceOf = (profile: StoredProfile): Pick<LivingDocument, 'idleSince'> =>
  profile.kind === 'profile' && mayExpire(profile) ? { idleSince: new Date(profile.lastSeenAt) } : {};
