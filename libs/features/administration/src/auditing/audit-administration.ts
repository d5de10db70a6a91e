import {
  auditSeal,
  beginAuditCheck,
  checkAuditEntries,
  concludeAuditCheck,
  NO_ACCOUNT,
  type AuditVerdict,
} from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type { AccountRulesOf, AppendAudit, AuditRecord, PrivacyAdministration, Scope } from '@kith/ports';

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
      return verifyAudit(deps, scope);
    },
  };
};

const PAGE = 500;

/** Recomputes the chain of an account's audit trail with every accepted secret, up to the head that the store names. */
const verifyAudit = async (
  { trail, keyring }: Pick<AuditAdministrationDeps, 'trail' | 'keyring'>,
  scope: Scope,
): Promise<AuditVerdict> => {
  const isSealed = auditSeal(keyring.verify, scope.account);
  let check = beginAuditCheck(await trail.auditHead(scope));
  for (;;) {
    const page = await trail.auditEntries(scope, check.last?.sequence ?? 0, PAGE);
    check = checkAuditEntries(check, page, isSealed);
    if (check.broken !== null || page.length < PAGE) break;
  }
  return concludeAuditCheck(check, await trail.auditHead(scope));
};
