import { MAX_AUDIT_ENTRIES } from '@kith/contracts';
import type { StandingAuditEntry } from '@kith/domain/privacy';
import type { AuditPage } from '@kith/ports';

/** Reads a page of an audit trail. */
export type ReadAuditPage = (page: AuditPage) => Promise<readonly StandingAuditEntry[]>;

/** A whole audit trail, page by page. */
export const auditPages = async function* (read: ReadAuditPage): AsyncGenerator<StandingAuditEntry> {
  let after = 0;
  for (;;) {
    const page = await read({ after, limit: MAX_AUDIT_ENTRIES });
    yield* page;
    if (page.length < MAX_AUDIT_ENTRIES) return;
    after = page.at(-1)?.sequence ?? after;
  }
};
