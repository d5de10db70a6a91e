import type { EpochMs } from '../epoch.ts';
import type { Mac } from '../mac.ts';
import type { AccountName } from '../pipeline/account-rules.ts';
import { hexOf } from '../hex.ts';

/** What an administrator can do to persons, to users and to signing keys that is worth remembering for ever. */
export type AuditedAct =
  | 'erase'
  | 'export'
  | 'exportAudience'
  | 'unmerge'
  | 'import'
  | 'addUser'
  | 'changePassword'
  | 'removeUser'
  | 'rotateKeys'
  | 'revokeKey'
  | 'replayDeadLetters'
  | 'dropDeadLetters';

/** The trail of what belongs to no account has this name; no account can be called so. */
export const NO_ACCOUNT: AccountName = '*';

/** An act of an administrator, without values of the person that it was about. */
export interface AuditFact {
  readonly act: AuditedAct;
  readonly at: EpochMs;
  /** Who did it, as far as it is known: the user of the operating system and the host, or the name of a caller. */
  readonly by: string;
  /** Why, in the words of whoever did it; empty where nobody said. */
  readonly reason: string;
  /** What was done, in members of the act's own. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Where an audit trail stands. */
export interface AuditHead {
  readonly sequence: number;
  readonly mac: string;
}

/** One entry of the audit trail of an account: append-only, chained by `mac` to the entry before. */
export interface AuditEntry extends AuditFact {
  readonly sequence: number;
  readonly mac: string;
}

/** An entry where it stands in the store; null where what stands there cannot be read as one. */
export interface StandingAuditEntry {
  readonly sequence: number;
  readonly entry: AuditEntry | null;
}

/** Why an audit trail does not hold. */
export type AuditFault =
  /** Nothing stands at this number, though something comes after it, or the head says that the trail is longer. */
  | 'missing'
  | 'unreadable'
  /** An entry of another number stands here. */
  | 'misplaced'
  /** The seal does not fit: the entry was changed, or the one before it. */
  | 'tampered'
  /** It comes after what the head names as the last one. */
  | 'beyondHead';

/** What is sealed: an entry with the MAC of the one before it, in parts that cannot run into each other. */
export const sealedAuditParts = (
  account: AccountName,
  previous: Pick<AuditHead, 'mac'> | null,
  { sequence, at, act, by, reason, detail }: Omit<AuditEntry, 'mac'>,
): readonly string[] => [
  'audit',
  account,
  previous?.mac ?? '',
  JSON.stringify([sequence, at, act, by, reason, detail]),
];

/** The entry that follows the head. */
export const nextAuditEntry = (
  mac: Mac,
  account: AccountName,
  head: AuditHead | null,
  fact: AuditFact,
): AuditEntry => {
  const entry = { ...fact, sequence: (head?.sequence ?? 0) + 1 };
  return { ...entry, mac: hexOf(mac('chain', ...sealedAuditParts(account, head, entry))) };
};
