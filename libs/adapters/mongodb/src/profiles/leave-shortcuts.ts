import { Unavailable, type Deadline } from '@kith/ports';
import type { Detours } from './ask-for-profiles.ts';
import type { Connection } from '../engine/connection.ts';
import type { RedirectDocument } from '../engine/documents.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** Whoever has walked leaves a shortcut: a chain of redirects is walked once. What cannot be written stays as it is. */
export const leaveShortcuts = async (
  connection: Connection,
  deadline: Deadline,
  detours: readonly Detours[],
): Promise<void> => {
  try {
    await Promise.all(detours.map((one) => leaveShortcut(connection, deadline, one)));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
};

/** Only a redirect gets one: what has come to life again is left alone. */
const leaveShortcut = (connection: Connection, deadline: Deadline, { living, keys }: Detours) =>
  connection.call(deadline, ({ maxTimeMS }) =>
    connection.database
      .collection<RedirectDocument>(COLLECTIONS.profiles)
      .updateMany(
        { _id: { $in: [...keys] }, to: { $exists: true } },
        { $set: { next: living } },
        { maxTimeMS },
      ),
  );
