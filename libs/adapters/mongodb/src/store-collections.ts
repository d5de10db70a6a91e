/** The names of the store's collections; documents.ts says what each holds. */
export const COLLECTIONS = {
  profiles: 'profiles',
  identifiers: 'identifiers',
  holders: 'holders',
  devices: 'devices',
  links: 'links',
  activity: 'activity',
  events: 'events',
  consentHistory: 'consent_history',
  outbox: 'outbox',
  offsets: 'offsets',
  counters: 'counters',
  suppressions: 'suppressions',
  erasures: 'erasures',
  audit: 'audit',
  auditHeads: 'audit_heads',
} as const;
