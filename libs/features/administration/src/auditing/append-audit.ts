import { nextAuditEntry } from '@kith/domain/privacy';
import { type Keyring, pauseBeforeRetry } from '@kith/platform';
import { type AppendAudit, type AuditTrail, Unavailable } from '@kith/ports';

/** An audit trail, and what seals its entries. */
export interface AppendAuditDeps {
  readonly trail: Pick<AuditTrail, 'audit' | 'auditHead'>;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
}

/** Adds what an administrator did to the account's trail. */
export const appendAuditWith =
  ({ trail, keyring }: AppendAuditDeps): AppendAudit =>
  async (scope, fact) => {
    for (let attempt = 0; scope.deadline.remainingMs() > 0; attempt += 1) {
      const entry = nextAuditEntry(keyring.mac, scope.account, await trail.auditHead(scope), fact);
      if ((await trail.audit(scope, entry)) === 'appended') return;
      await pauseBeforeRetry(attempt);
    }
    throw new Unavailable('store', 'others wrote to the audit trail until the deadline');
  };
