import type { EpochMs } from '../epoch.ts';
import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import type { ErasedCounts, Erasure } from './erasure.ts';
import { hexOf } from '../hex.ts';
import type { SuppressionKey } from './suppression.ts';

/** What an erasure proves, without a value of the person; times are ISO 8601 in UTC. */
export interface ErasureStatement {
  readonly kind: 'kith.erasure';
  readonly account: AccountName;
  readonly erasure: string;
  /** The keyed hashes of the person's umids: whoever holds the secret can tell whether a umid is among them. */
  readonly subjects: readonly SuppressionKey[];
  /** From then on nobody could reach the person's data. */
  readonly erasedAt: string;
  /** Then the last of it had been removed from the stores. */
  readonly completedAt: string;
  readonly by: string;
  readonly reason: string;
  readonly removed: ErasedCounts;
  /** The day, in UTC, after which no log has a copy either. */
  readonly lastCopyGoneOn: string;
}

/** A statement with the MAC that vouches for it. */
export interface ErasureProof extends ErasureStatement {
  readonly mac: string;
}

/** What proving takes beside the erasure itself. */
export interface ProofInput {
  readonly mac: Mac;
  readonly account: AccountName;
  readonly subjects: readonly SuppressionKey[];
  readonly completedAt: EpochMs;
  /** For how long the logs keep their records, in milliseconds. */
  readonly logRetentionMs: number;
}

/** The proof of an erasure that has removed everything. */
export const proveErasure = (erasure: Erasure, input: ProofInput): ErasureProof => {
  const { mac, account, subjects, completedAt, logRetentionMs } = input;
  const { id, at, by, reason, removed } = erasure;
  const statement: ErasureStatement = {
    kind: 'kith.erasure',
    account,
    erasure: id,
    subjects,
    erasedAt: isoTime(at),
    completedAt: isoTime(completedAt),
    by,
    reason,
    removed,
    lastCopyGoneOn: isoTime(completedAt + logRetentionMs).slice(0, 10),
  };
  return { ...statement, mac: hexOf(mac('chain', ...provenParts(statement))) };
};

/** What the MAC of a proof is over. */
export const provenParts = (statement: ErasureStatement): readonly string[] => {
  const { kind, account, erasure, subjects, erasedAt, completedAt, by, reason, removed, lastCopyGoneOn } =
    statement;
  const text = JSON.stringify([
    [kind, account, erasure, subjects, erasedAt, completedAt, by, reason, lastCopyGoneOn],
    Object.entries(removed).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return ['erasure', text];
};

const isoTime = (at: EpochMs): string => new Date(at).toISOString();
