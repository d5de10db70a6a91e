import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Detour } from '@kith/domain/resolution';
import { Unavailable, type Deadline, type ProfileStore } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { RedirectDocument } from '../engine/documents.ts';
import { profileKey } from '../engine/identity-keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';

/** Whoever has walked leaves a shortcut: a chain of redirects is walked once. What cannot be written stays as it is. */
export const leaveShortcutsIn =
  (connection: Connection): ProfileStore['leaveShortcuts'] =>
  async ({ account, deadline }, detours) => {
    const ends = [...new Set(detours.map(({ living }) => living))];
    try {
      await Promise.all(
        ends.map((living) => {
          const keys = keysOf(
            account,
            detours.filter((detour) => detour.living === living),
          );
          return leaveShortcut(connection, deadline, { living, keys });
        }),
      );
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  };

const keysOf = (account: AccountName, detours: readonly Detour[]): string[] =>
  detours.map(({ umid }) => profileKey(account, umid));

/** Only a redirect gets one: what has come to life again is left alone. */
const leaveShortcut = (
  connection: Connection,
  deadline: Deadline,
  { living, keys }: { readonly living: Umid; readonly keys: string[] },
) =>
  connection.call(deadline, ({ maxTimeMS }) =>
    connection.database
      .collection<RedirectDocument>(COLLECTIONS.identity)
      .updateMany(
        { _id: { $in: keys }, to: { $exists: true } },
        { $set: { shortcut: living } },
        { maxTimeMS },
      ),
  );
