import { isEmptyCommit } from '@kith/domain/identity';
import { type Signal } from '@kith/platform';
import type { Deadline, ProfileStore } from '@kith/ports';
import { applySingly, isSingle } from '../engine/apply-singly.ts';
import { applyWrites } from '../engine/apply-writes.ts';
import { commitWrites } from './commit-writes.ts';
import type { Connection } from '../engine/connection.ts';
import type { ProfileDocument } from '../engine/documents.ts';
import { accountKey } from '../engine/keys.ts';
import { leaveShortcuts } from './leave-shortcuts.ts';
import { createProfileReader } from './profile-reader.ts';
import { areStillPossible } from '../engine/still-possible.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { storedProfile } from '../engine/stored-values.ts';
import { transact } from '../engine/transaction.ts';
import type { Write } from '../engine/write.ts';

/** Profiles in MongoDB; `changed` is notified when a commit left changes in the outbox. */
export const createProfileStore = (connection: Connection, changed: Signal): ProfileStore => ({
  ...createProfileReader(connection, ({ deadline }, detours) =>
    leaveShortcuts(connection, deadline, detours),
  ),
  async stored({ account, deadline }, umid) {
    const document = await connection.call(deadline, (bounds) =>
      connection.database
        .collection<ProfileDocument>(COLLECTIONS.profiles)
        .findOne({ _id: accountKey(account, umid) }, bounds),
    );
    return document === null ? null : storedProfile(account, document);
  },
  async commit({ account, deadline }, commit) {
    if (isEmptyCommit(commit)) return connection.call(deadline, async () => 'committed' as const);
    const applied = await apply(connection, deadline, commitWrites(account, commit));
    if (applied && commit.changes.length > 0) changed.notify();
    return applied ? 'committed' : 'conflict';
  },
});

/** One document is written by itself, conditionally; several in a transaction. */
const apply = (connection: Connection, deadline: Deadline, writes: readonly Write[]): Promise<boolean> => {
  const [only, ...others] = writes;
  if (only !== undefined && others.length === 0 && isSingle(only)) {
    return applySingly(connection, deadline, only);
  }
  return transact(connection, deadline, async (transaction) => {
    const possible = transaction.failures === 0 || (await areStillPossible(transaction, writes));
    const applied = possible && (await applyWrites(transaction, writes));
    return { apply: applied, result: applied };
  });
};
