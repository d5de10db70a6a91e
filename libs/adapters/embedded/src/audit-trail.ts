import type { AccountName } from '@kith/domain/pipeline';
import type { AuditEntry } from '@kith/domain/privacy';
import type { AuditTrail } from '@kith/ports';
import type { Environment } from './environment.ts';
import { accountKey, forwards } from './keys.ts';
import type { StoreCollections } from './store-collections.ts';

/** The audit trail in the embedded store. */
export const createAuditTrail = (environment: Environment, store: StoreCollections): AuditTrail => ({
  auditHead: ({ account, deadline }) =>
    environment.read(deadline, () => store.auditHeads.get(accountKey(account)) ?? null),
  audit: ({ account, deadline }, entry) =>
    environment.write(deadline, () => (appendAudit(store, account, entry) ? 'appended' : 'conflict')),
  auditEntries: ({ account, deadline }, after, limit) =>
    environment.read(deadline, () =>
      Array.from(
        store.audit.entries({ ...forwards(account), start: accountKey(account, after + 1), limit }),
        ({ key, value }) => ({ sequence: Number(key[1]), entry: value }),
      ),
    ),
});

/** Whether the entry followed the head; to be called in a write transaction. */
export const appendAudit = (store: StoreCollections, account: AccountName, entry: AuditEntry): boolean => {
  const headKey = accountKey(account);
  const key = accountKey(account, entry.sequence);
  if ((store.auditHeads.get(headKey)?.sequence ?? 0) + 1 !== entry.sequence) return false;
  if (store.audit.has(key)) return false;
  store.audit.put(key, entry);
  store.auditHeads.put(headKey, { sequence: entry.sequence, mac: entry.mac });
  return true;
};
