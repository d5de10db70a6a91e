export { createAudienceExport, type AudienceDeps } from './audience/create-audience-export.ts';
export { appendAuditWith } from './auditing/append-audit.ts';
export { createAuditAdministration } from './auditing/audit-administration.ts';
export { configuredRules } from './configured-rules.ts';
export {
  createProfileImport,
  type IdsOfBatch,
  type ProfileImportDeps,
} from './importing/create-profile-import.ts';
export {
  type AdministrationDeps,
  auditedAdministration,
  createAdministration,
} from './unmerging/administration.ts';
