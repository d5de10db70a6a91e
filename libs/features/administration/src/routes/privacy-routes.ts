import {
  AUDIT_ENTRIES_PATH,
  auditEntriesCallSchema,
  auditEntriesSchema,
  auditVerdictSchema,
  BEGIN_EXPORT_PATH,
  beginExportCallSchema,
  ERASE_PATH,
  eraseCallSchema,
  erasureOutcomeSchema,
  EXPORT_MORE_PATH,
  exportBeginningSchema,
  exportMoreCallSchema,
  exportPageSchema,
  NOTE_IMPORT_PATH,
  noteImportCallSchema,
  VERIFY_AUDIT_PATH,
  verifyAuditCallSchema,
} from '@kith/contracts';
import type { PrivacyAdministration } from '@kith/ports';
import { readCall, type InternalRoute } from './internal-routes.ts';

/** The calls of administrators about persons' rights, by their paths. */
export const privacyRoutes = (privacy: PrivacyAdministration): ReadonlyMap<string, InternalRoute> =>
  new Map([
    [ERASE_PATH, eraseRoute(privacy)],
    [BEGIN_EXPORT_PATH, beginExportRoute(privacy)],
    [EXPORT_MORE_PATH, exportMoreRoute(privacy)],
    [NOTE_IMPORT_PATH, noteImportRoute(privacy)],
    [AUDIT_ENTRIES_PATH, entriesRoute(privacy)],
    [VERIFY_AUDIT_PATH, verifyRoute(privacy)],
  ]);

const eraseRoute =
  ({ erase }: PrivacyAdministration): InternalRoute =>
  async ({ body, deadline, log }) => {
    const { account, ...order } = readCall(eraseCallSchema, body);
    const outcome = erasureOutcomeSchema.parse(await erase({ account, deadline }, order));
    log.info({ account, by: order.by, outcome: outcome.kind }, 'an administrator asked to erase a person');
    return outcome;
  };

const beginExportRoute =
  ({ beginExport }: PrivacyAdministration): InternalRoute =>
  async ({ body, deadline, log }) => {
    const { account, ...order } = readCall(beginExportCallSchema, body);
    const beginning = exportBeginningSchema.parse(await beginExport({ account, deadline }, order));
    log.info({ account, by: order.by, outcome: beginning.kind }, 'an administrator asked to export a person');
    return beginning;
  };

const exportMoreRoute =
  ({ exportMore }: PrivacyAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, umid, cursor } = readCall(exportMoreCallSchema, body);
    return exportPageSchema.parse(await exportMore({ account, deadline }, umid, cursor));
  };

const noteImportRoute =
  ({ noteImport }: PrivacyAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, caller, what } = readCall(noteImportCallSchema, body);
    await noteImport({ account, deadline }, caller, what);
    return { kind: 'noted' };
  };

const entriesRoute =
  ({ auditEntries }: PrivacyAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account, ...page } = readCall(auditEntriesCallSchema, body);
    return auditEntriesSchema.parse(await auditEntries({ account, deadline }, page));
  };

const verifyRoute =
  ({ verifyAudit }: PrivacyAdministration): InternalRoute =>
  async ({ body, deadline }) => {
    const { account } = readCall(verifyAuditCallSchema, body);
    return auditVerdictSchema.parse(await verifyAudit({ account, deadline }));
  };
