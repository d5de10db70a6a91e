import { auditEndFault, auditFault, sealedAuditParts } from '@kith/domain/privacy';
import type { AuditHead, IsAuditSealed } from '@kith/domain/privacy';
import type { Keyring } from '@kith/platform';
import type { AuditTrail, AuditVerdict, Scope } from '@kith/ports';

/** What checking an audit trail takes. */
export interface AuditVerifying {
  readonly trail: AuditTrail;
  /** Holds the secret `chain`. */
  readonly keyring: Keyring;
}

const PAGE = 500;

/** Recomputes the chain of an account's audit trail with every accepted secret, up to the head that the store names. */
export const verifyAudit = async (
  { trail, keyring }: AuditVerifying,
  scope: Scope,
): Promise<AuditVerdict> => {
  const isSealed: IsAuditSealed = (previous, entry) =>
    keyring.verify(
      'chain',
      Buffer.from(entry.mac, 'hex'),
      ...sealedAuditParts(scope.account, previous, entry),
    );
  // Looked at first: what is added meanwhile comes after it.
  const head = await trail.auditHead(scope);
  let previous: AuditHead | null = null;
  for (;;) {
    const page = await trail.auditEntries(scope, previous?.sequence ?? 0, PAGE);
    for (const standing of page) {
      const fault = auditFault(previous, standing, isSealed);
      if (fault !== null) return { kind: 'broken', sequence: (previous?.sequence ?? 0) + 1, fault };
      previous = headAt(standing.entry);
      if (previous?.sequence === head?.sequence && previous?.mac !== head?.mac) {
        return { kind: 'broken', sequence: standing.sequence, fault: 'tampered' };
      }
    }
    if (page.length < PAGE) break;
  }
  return endOf(trail, scope, previous, head);
};

const headAt = (entry: { readonly sequence: number; readonly mac: string } | null): AuditHead | null =>
  entry === null ? null : { sequence: entry.sequence, mac: entry.mac };

/** The trail may have grown since the head was read: then the head of now counts. */
const endOf = async (
  trail: AuditTrail,
  scope: Scope,
  last: AuditHead | null,
  before: AuditHead | null,
): Promise<AuditVerdict> => {
  const entries = last?.sequence ?? 0;
  const head = entries > (before?.sequence ?? 0) ? await trail.auditHead(scope) : before;
  const fault = auditEndFault(last, head);
  if (fault === null || (fault === 'missing' && entries > (before?.sequence ?? 0))) {
    return { kind: 'intact', entries };
  }
  return { kind: 'broken', sequence: fault === 'missing' ? entries + 1 : entries, fault };
};
