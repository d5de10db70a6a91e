import type { StoredProfile } from '@kith/domain/identity';
import { mayExpire } from '@kith/domain/privacy';
import type { Db } from 'mongodb';
import type { LivingDocument } from './documents.ts';
import { COLLECTIONS } from './store-collections.ts';

/** From when on a profile is idle, where nothing but its last sight keeps it. */
export const idleSinceOf = (profile: StoredProfile): Pick<LivingDocument, 'idleSince'> =>
  profile.kind === 'profile' && mayExpire(profile) ? { idleSince: new Date(profile.lastSeenAt) } : {};

/**
 * Writes beside visitors that were stored before anything expired when they were last seen. Something may keep some of
 * them: whoever finds them first sees that in what they hold.
 */
export const noteIdleVisitors = async (database: Db): Promise<void> => {
  await database
    .collection<LivingDocument>(COLLECTIONS.profiles)
    .updateMany({ state: 'visitor', idleSince: { $exists: false } }, [
      { $set: { idleSince: '$lastSeenAt' } },
    ]);
};
