import type { Db } from 'mongodb';
import { FORMER_COLLECTIONS, type FormerLiving } from './former-collections.ts';

/**
 * Writes beside visitors that were stored before anything expired when they were last seen. Something may keep some of
 * them: whoever finds them first sees that in what they hold.
 */
export const noteIdleVisitors = async (database: Db): Promise<void> => {
  await database
    .collection<FormerLiving>(FORMER_COLLECTIONS.profiles)
    .updateMany({ state: 'visitor', idleSince: { $exists: false } }, [
      { $set: { idleSince: '$lastSeenAt' } },
    ]);
};
