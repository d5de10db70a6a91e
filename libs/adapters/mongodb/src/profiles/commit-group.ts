import { isEmptyCommit, type Umid } from '@kith/domain/identity';
import type { AccountCommit, ConflictKey, Deadline, GroupOutcome } from '@kith/ports';
import { applyWrites, refusalOfInsert } from '../engine/apply-writes.ts';
import type { Connection } from '../engine/connection.ts';
import { COLLECTIONS } from '../engine/store-collections.ts';
import { consentDocument } from '../engine/stored-values.ts';
import { transact, type Transaction } from '../engine/transaction.ts';
import { deletes } from '../engine/write.ts';
import {
  applySingly,
  applyStatements,
  conflictsWith,
  isReplacement,
  type Conflicts,
} from './apply-statements.ts';
import {
  commitStatements,
  hasOnlyStatements,
  releaseFilters,
  type CommitStatement,
} from './commit-statements.ts';
import { outboxWrites } from './outbox-writes.ts';

/**
 * Applies commits, all or none: one document is written by itself, conditionally, several in a transaction. A group
 * that met others as often as `maxTries` says is given back without a culprit, to be read anew; one commit may try
 * until its deadline.
 */
export const applyCommits = async (
  connection: Connection,
  deadline: Deadline,
  commits: readonly AccountCommit[],
  maxTries = Infinity,
): Promise<GroupOutcome> => {
  const written = commits.filter(({ commit }) => !isEmptyCommit(commit));
  if (written.length === 0) return connection.call(deadline, async () => 'committed' as const);
  const statements = commitStatements(written);
  const single = singleOf(written, statements);
  if (single !== null) return outcomeOf(await applySingly(connection, deadline, single));
  return transact(connection, deadline, async (transaction) => {
    const outcome =
      transaction.failures >= maxTries
        ? { over: [] }
        : outcomeOf(await applyWithin(transaction, written, statements));
    return { apply: outcome === 'committed', result: outcome };
  });
};

const outcomeOf = (over: Conflicts): GroupOutcome => (over.length === 0 ? 'committed' : { over });

const singleOf = (
  commits: readonly AccountCommit[],
  statements: readonly CommitStatement[],
): CommitStatement | null => {
  const [only, ...others] = statements;
  if (only === undefined || others.length > 0 || !isReplacement(only)) return null;
  return commits.every(({ commit }) => hasOnlyStatements(commit)) ? only : null;
};

const applyWithin = async (
  transaction: Transaction,
  commits: readonly AccountCommit[],
  statements: readonly CommitStatement[],
): Promise<Conflicts> => {
  const known = transaction.failures === 0 ? [] : await conflictsWith(transaction, statements);
  if (known.length > 0) return known;
  const met = await applyStatements(transaction, statements);
  if (met.length > 0) return met;
  await applyWrites(transaction, deletes(COLLECTIONS.identity, commits.flatMap(releaseFilters)));
  const taken = await insertConsent(transaction, commits);
  if (taken.length > 0) return taken;
  const changes = commits.flatMap(({ account, commit }) =>
    commit.changes.map((change) => ({ account, change })),
  );
  await applyWrites(transaction, outboxWrites(changes));
  return [];
};

/** An entry whose number is taken belongs to a profile that went on meanwhile. */
const insertConsent = async (
  transaction: Transaction,
  commits: readonly AccountCommit[],
): Promise<Conflicts> => {
  const entries = commits.flatMap(({ account, commit }) =>
    commit.consent.map((entry) => ({ account, entry })),
  );
  const documents = entries.map(({ account, entry }) => consentDocument(account, entry));
  const refused = await refusalOfInsert(transaction, COLLECTIONS.consentHistory, documents);
  if (refused === null) return [];
  const { account, entry } = entries[refused]!;
  const over: ConflictKey = { account, kind: 'profile', umid: entry.umid as Umid };
  return [over];
};
