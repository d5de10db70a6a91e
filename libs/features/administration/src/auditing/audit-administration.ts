import { NO_ACCOUNT } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import {
  verifyAuditTrail,
  type AccountRulesOf,
  type AppendAudit,
  type AuditRecord,
  type PrivacyAdministration,
  type Scope,
} from '@kith/ports';

/** An audit trail to be read, checked and added to. */
export interface AuditAdministrationDeps {
  readonly trail: AuditRecord;
  readonly appendAudit: AppendAudit;
  readonly rulesOf: AccountRulesOf;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What an administrator can ask about the audit trail. An account that is not configured is a 400. */
export const createAuditAdministration = (
  deps: AuditAdministrationDeps,
): Pick<PrivacyAdministration, 'noteImport' | 'auditEntries' | 'verifyAudit'> => {
  const mustHaveTrail = (scope: Scope): void => {
    if (scope.account !== NO_ACCOUNT) deps.rulesOf(scope);
  };
  return {
    noteImport: async (scope, { caller: { by, reason }, what }) => {
      deps.rulesOf(scope);
      await deps.appendAudit(scope, { act: 'import', at: deps.clock(), by, reason, detail: { ...what } });
      return { kind: 'noted' };
    },
    auditEntries: async (scope, { after, limit }) => {
      mustHaveTrail(scope);
      return deps.trail.auditEntries(scope, after, limit);
    },
    verifyAudit: async (scope) => {
      mustHaveTrail(scope);
      return verifyAuditTrail(deps.trail, deps.keyring.verify, scope);
    },
  };
};
