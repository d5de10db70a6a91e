import { MOST_AUDIT_ENTRIES } from '@kith/contracts';
import type { StandingAuditEntry } from '@kith/domain/privacy';
import type { PrivacyAdministration, Scope } from '@kith/ports';

/** The whole audit trail of an account, page by page. */
export const auditPages = async function* (
  privacy: PrivacyAdministration,
  scope: Scope,
): AsyncGenerator<StandingAuditEntry> {
  let after = 0;
  for (;;) {
    const page = await privacy.auditEntries(scope, { after, limit: MOST_AUDIT_ENTRIES });
    yield* page;
    if (page.length < MOST_AUDIT_ENTRIES) return;
    after = page.at(-1)?.sequence ?? after;
  }
};
