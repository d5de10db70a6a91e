import type { AuditEntry, AuditFact, AuditHead, StandingAuditEntry } from '@kith/domain/privacy';
import type { Scope } from './scope.ts';

/** What administrators did to an account, in its order, as it stands in the store. */
export interface AuditRecord {
  /** Where the trail stands, by the store's own word: null where it has no entry. */
  auditHead(scope: Scope): Promise<AuditHead | null>;
  /** Entries by their numbers, behind that one. */
  auditEntries(scope: Scope, after: number, limit: number): Promise<readonly StandingAuditEntry[]>;
}

/** The same, to be added to; nothing is ever changed or removed. */
export interface AuditTrail extends AuditRecord {
  /** Adds the entry that follows the head; `conflict` where another one was faster. */
  audit(scope: Scope, entry: AuditEntry): Promise<'appended' | 'conflict'>;
}

/**
 * Makes the entry that follows the head of a trail. A store asks for it in the transaction of the act that the entry is
 * about, anew where the transaction is tried again: neither is ever there without the other.
 */
export type MakeAuditEntry = (head: AuditHead | null) => AuditEntry;

/**
 * Adds what an administrator did to the account's trail; durable when it resolves. Rejects with `Unavailable` where
 * others were faster until the deadline.
 */
export type AppendAudit = (scope: Scope, fact: AuditFact) => Promise<void>;

/** Which entries of a trail an administrator asks for: those behind a number. */
export interface AuditPage {
  readonly after: number;
  readonly limit: number;
}
