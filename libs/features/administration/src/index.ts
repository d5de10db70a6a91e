export { createAdministration, type AdministrationNeeds } from './administration.ts';
export { createAudienceExport, type AudienceNeeds } from './audience/create-audience-export.ts';
export { appendAuditWith } from './auditing/append-audit.ts';
export { createAuditAdministration } from './auditing/audit-administration.ts';
export { auditedAdministration } from './auditing/audited-administration.ts';
export { configuredRules } from './configured-rules.ts';
export {
  createProfileImport,
  type IdsOfBatch,
  type ProfileImportDeps,
} from './importing/create-profile-import.ts';
