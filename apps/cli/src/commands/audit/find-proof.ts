import { erasureProofSchema } from '@kith/contracts';
import type { ErasureProof } from '@kith/domain/privacy';
import type { PrivacyAdministration, Scope } from '@kith/ports';
import { auditPages } from './audit-pages.ts';

/** The proof that an erasure has left in the audit trail; null where it has left none yet. */
export const proofOf = async (
  privacy: PrivacyAdministration,
  scope: Scope,
  erasure: string,
): Promise<ErasureProof | null> => {
  for await (const { entry } of auditPages((page) => privacy.auditEntries(scope, page))) {
    const parsed = erasureProofSchema.safeParse(entry?.detail['proof']);
    if (parsed.success && parsed.data.erasure === erasure) return parsed.data;
  }
  return null;
};
