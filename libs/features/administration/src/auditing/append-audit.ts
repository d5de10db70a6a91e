import { nextAuditEntry } from '@kith/domain/privacy';
import { retryInTime, type Keyring } from '@kith/platform';
import { Unavailable, type AppendAudit, type AuditTrail } from '@kith/ports';

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
    const appended = await retryInTime(scope.deadline, async () => {
      const entry = nextAuditEntry(keyring.mac, scope.account, await trail.auditHead(scope), fact);
      return (await trail.audit(scope, entry)) === 'appended' ? entry : null;
    });
    if (appended === null)
      throw new Unavailable('store', 'others wrote to the audit trail until the deadline');
  };
