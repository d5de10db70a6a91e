import type { Umid } from '@kith/domain/identity';
import type { AccountName } from '@kith/domain/pipeline';
import type { Detour } from '@kith/domain/resolution';
import type { Signal } from '@kith/platform';
import { type Deadline, type ProfileStore, Unavailable } from '@kith/ports';
import type { Connection } from '../engine/connection.ts';
import type { ProfileDocument, RedirectDocument } from '../engine/documents.ts';
import { storedProfile } from '../engine/identity-documents.ts';
import { profileKey } from '../engine/identity-keys.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { applyCommits } from './commit-group.ts';
import { lookIn } from './look.ts';
import { createProfileReader } from './profile-reader.ts';

/** How often a group is tried where it meets others: then whoever made it reads anew, and splits it. */
const MAX_GROUP_TRIES = 2;

/** Profiles in MongoDB; `changed` is notified when a commit left changes in the outbox. */
export const createProfileStore = (connection: Connection, changed: Signal): ProfileStore => {
  const leaveShortcuts = leaveShortcutsIn(connection);
  return {
    ...createProfileReader(connection, leaveShortcuts),
    look: lookIn(connection),
    leaveShortcuts,
    async stored({ account, deadline }, umid) {
      const document = await connection.call(deadline, (bounds) =>
        connection.database
          .collection<ProfileDocument>(COLLECTIONS.identity)
          .findOne({ _id: profileKey(account, umid) }, bounds),
      );
      return document === null ? null : storedProfile(document);
    },
    async commit({ account, deadline }, commit) {
      const outcome = await applyCommits(connection, deadline, [{ account, commit }]);
      if (outcome === 'committed' && commit.changes.length > 0) changed.notify();
      return outcome === 'committed' ? 'committed' : 'conflict';
    },
    async commitGroup(deadline, commits) {
      const outcome = await applyCommits(connection, deadline, commits, MAX_GROUP_TRIES);
      const hasChanges = commits.some(({ commit }) => commit.changes.length > 0);
      if (outcome === 'committed' && hasChanges) changed.notify();
      return outcome;
    },
  };
};

/** Whoever has walked leaves a shortcut: a chain of redirects is walked once. What cannot be written stays as it is. */
const leaveShortcutsIn =
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
