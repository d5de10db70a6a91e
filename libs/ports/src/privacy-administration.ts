import type { Umid } from '@kith/domain/identity';
import type { AuditVerdict, ErasureProof, StandingAuditEntry } from '@kith/domain/privacy';
import type { DeadLetterId } from '@kith/domain/tracking';
import type { Attributed } from './administration.ts';
import type { AuditPage } from './audit-trail.ts';
import type { NamedPerson } from './consent-administration.ts';
import type { ImportKind } from './profile-import.ts';
import type { Scope } from './scope.ts';
import type { EventPlace } from './tracking-store.ts';

/** An import, as the audit trail names it. */
export interface ImportNote {
  readonly kind: ImportKind;
  /** The SHA-256 of the file; null where it is none that can be read twice. */
  readonly digest: string | null;
}

/** Whom to erase, and who asks for it and why. */
export interface ErasureOrder extends NamedPerson {
  readonly by: string;
  readonly reason: string;
}

/** Outcome of an order to erase a person. */
export type ErasureOutcome =
  | { readonly kind: 'erased'; readonly proof: ErasureProof }
  /** The person is suppressed; what is left is removed by whoever runs on the data, and the proof goes to the trail. */
  | { readonly kind: 'underway'; readonly erasure: string }
  | { readonly kind: 'unknown' };

/**
 * What an administrator asks about a person's rights. All calls reject with `Unavailable` where a store does not
 * answer.
 */
export interface PrivacyAdministration {
  /** Removes a person from every store and cache, with all redirects and devices (docs/behaviour.md#erasure). */
  erase(scope: Scope, order: ErasureOrder): Promise<ErasureOutcome>;
  /** Begins to show everything that is held of a person; it is written into the audit trail first. */
  beginExport(scope: Scope, order: ExportOrder): Promise<ExportStart>;
  /** Goes on with the export of the person who lives under the umid. */
  exportMore(scope: Scope, from: { readonly umid: Umid; readonly cursor: ExportCursor }): Promise<ExportPage>;
  /** Writes into the audit trail that an import begins, before any line of it is taken. */
  noteImport(
    scope: Scope,
    beginning: Attributed & { readonly what: ImportNote },
  ): Promise<{ readonly kind: 'noted' }>;
  /** The audit trail of the account behind a number. */
  auditEntries(scope: Scope, page: AuditPage): Promise<readonly StandingAuditEntry[]>;
  /** Recomputes the chain of the trail with every accepted secret. */
  verifyAudit(scope: Scope): Promise<AuditVerdict>;
}

/** Whose data to show, and who asks for it and why. */
export type ExportOrder = ErasureOrder;

/** A value as JSON has it; times are ISO 8601 in UTC. */
export type ExportedValue = Readonly<Record<string, unknown>>;

/** Where an export goes on: what kind of things comes next, of which of the person's umids, behind which of them. */
export type ExportCursor =
  | { readonly kind: 'umids'; readonly umid: Umid }
  | { readonly kind: 'consent'; readonly umid: Umid; readonly after: number | null }
  | { readonly kind: 'events'; readonly umid: Umid; readonly after: EventPlace | null }
  | { readonly kind: 'deadLetters'; readonly umid: Umid; readonly after: DeadLetterId | null };

/** A page of an export. Everything of one kind comes before anything of the next. */
export type ExportPage =
  | {
      readonly kind: 'page';
      readonly of: ExportCursor['kind'];
      readonly items: readonly ExportedValue[];
      /** null: that was all. */
      readonly next: ExportCursor | null;
    }
  | { readonly kind: 'unknown' };

/** The beginning of an export. */
export type ExportStart =
  | {
      readonly kind: 'person';
      readonly umid: Umid;
      readonly person: ExportedValue;
      readonly next: ExportCursor;
    }
  | { readonly kind: 'unknown' };
