import type { AuditEntry, AuditHead } from '@kith/domain/privacy';
import type { RootDatabase } from 'lmdb';
import { openJson, type Collection } from './collection.ts';

/** The audit trails of an environment. */
export interface AuditCollections {
  /** [account, sequence] */
  readonly audit: Collection<AuditEntry>;
  /** [account] */
  readonly auditHeads: Collection<AuditHead>;
}

export const openAuditCollections = (root: RootDatabase): AuditCollections => ({
  audit: openJson(root, 'audit'),
  auditHeads: openJson(root, 'auditHeads'),
});
