import type { AccountName } from '@kith/domain/pipeline';
import type { AuditEntry } from '@kith/domain/privacy';
import { Unavailable, type AuditRecord, type AuditTrail, type MakeAuditEntry } from '@kith/ports';
import type { Environment } from './environment.ts';
import { accountKey, forwards } from './keys.ts';
import type { AuditCollections } from './audit-collections.ts';

/** The audit trail in the embedded store. */
export const createAuditTrail = (environment: Environment, store: AuditCollections): AuditTrail => ({
  ...createAuditRecord(environment, store),
  audit: ({ account, deadline }, entry) =>
    environment.write(deadline, () => (appendAudit(store, account, entry) ? 'appended' : 'conflict')),
});

/** Reads the head and the entries of audit trails. */
export const createAuditRecord = (environment: Environment, store: AuditCollections): AuditRecord => ({
  auditHead: ({ account, deadline }) =>
    environment.read(deadline, () => store.auditHeads.get(accountKey(account)) ?? null),
  auditEntries: ({ account, deadline }, after, limit) =>
    environment.read(deadline, () =>
      Array.from(
        store.audit.entries({ ...forwards(account), start: accountKey(account, after + 1), limit }),
        ({ key, value }) => ({ sequence: Number(key[1]), entry: value }),
      ),
    ),
});

/** Whether the entry followed the head; to be called in a write transaction. */
export const appendAudit = (store: AuditCollections, account: AccountName, entry: AuditEntry): boolean => {
  const headKey = accountKey(account);
  const key = accountKey(account, entry.sequence);
  if ((store.auditHeads.get(headKey)?.sequence ?? 0) + 1 !== entry.sequence) return false;
  if (store.audit.has(key)) return false;
  store.audit.put(key, entry);
  store.auditHeads.put(headKey, { sequence: entry.sequence, mac: entry.mac });
  return true;
};

/**
 * Adds the entry of what was just done; to be called in the write transaction of the act. It throws where the trail does
 * not take it, and so undoes the act.
 */
export const recordAct = (store: AuditCollections, account: AccountName, entry: MakeAuditEntry): void => {
  const head = store.auditHeads.get(accountKey(account)) ?? null;
  if (!appendAudit(store, account, entry(head)))
    throw new Unavailable('store', 'the audit trail goes on behind its head: kith audit verify tells');
};
