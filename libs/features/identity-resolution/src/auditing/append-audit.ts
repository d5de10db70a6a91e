import { nextAuditEntry } from '@kith/domain/privacy';
import type { AuditFact } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import { Unavailable } from '@kith/ports';
import type { AuditTrail, Scope } from '@kith/ports';
import { pauseBeforeRetry } from '../pause.ts';

/** What writing to an audit trail takes. */
export interface Auditing {
  readonly trail: Pick<AuditTrail, 'audit' | 'auditHead'>;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
}

/** Adds what an administrator did to the account's trail; durable when it returns. */
export const appendAudit = async (
  { trail, keyring }: Auditing,
  scope: Scope,
  fact: AuditFact,
): Promise<void> => {
  for (let attempt = 0; scope.deadline.remainingMs() > 0; attempt += 1) {
    const entry = nextAuditEntry(keyring.mac, scope.account, await trail.auditHead(scope), fact);
    if ((await trail.audit(scope, entry)) === 'appended') return;
    await pauseBeforeRetry(attempt);
  }
  throw new Unavailable('store', 'others wrote to the audit trail until the deadline');
};
