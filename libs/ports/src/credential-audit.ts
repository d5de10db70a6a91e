import type { AuditVerdict, StandingAuditEntry } from '@kith/domain/privacy';
import type { AuditPage } from './audit-trail.ts';
import type { Scope } from './scope.ts';

/** What was done about the users of an account, or about the signing keys, which belong to all accounts. */
export type CredentialTrail = 'users' | 'keys';

export interface NamedTrail {
  readonly trail: CredentialTrail;
}

/** What an administrator asks about auth-token's own trails. Both reject with `Unavailable` where its store does not answer. */
export interface CredentialAudit {
  /** The entries of a trail behind a number. */
  auditEntries(scope: Scope, page: NamedTrail & AuditPage): Promise<readonly StandingAuditEntry[]>;
  /** Recomputes the chain of a trail with every accepted secret. */
  verifyAudit(scope: Scope, trail: NamedTrail): Promise<AuditVerdict>;
}
